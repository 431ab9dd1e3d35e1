"""The badge: what it counts, its colour, and that it is an image."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from msgspec.structs import replace

from caipan.report import Line
from tests.reporting.conftest import EATS, ONLY_2013, SAVED, Book, Caipan

SVG = "{http://www.w3.org/2000/svg}"


def badge(book: Book, caipan: Caipan, folder: Path, lines: list[Line] | None = None) -> tuple[str, str]:
    """The badge of a report: its title and the colour of its right half."""
    file = folder / "badge.svg"
    result = caipan(book.write(folder / "a.ndjson", lines), "--badge", file)
    assert result.exit_code == 0, result.output
    root = ElementTree.fromstring(file.read_text("utf-8"))
    assert root.tag == f"{SVG}svg"
    texts = [text.text for text in root.iter(f"{SVG}text")]
    title = root.findtext(f"{SVG}title")
    assert title == f"{texts[0]}: {texts[1]}"
    boxes = [box for box in root.iter(f"{SVG}rect") if "fill" in box.attrib]
    assert int(root.attrib["width"]) == sum(int(box.attrib["width"]) for box in boxes)
    return title, boxes[1].attrib["fill"]


def test_all_passed_is_green(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    assert badge(book, caipan, tmp_path) == ("三国杀 rules: 3/3", "#2f7d32")


def test_a_failure_is_red(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    lines = [book.failed(EATS), book.lines[SAVED], book.lines[ONLY_2013]]
    assert badge(book, caipan, tmp_path, lines) == ("三国杀 rules: 2/3", "#b3261e")


def test_what_was_left_out_does_not_make_it_better(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    lacks = replace(book.lines[EATS], status="unsupported", detail="card 桃")
    assert badge(book, caipan, tmp_path, [lacks, book.lines[SAVED]]) == ("三国杀 rules: 1/3", "#8a6d00")


def test_what_the_documents_leave_open_does_not_count(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    lines = [book.failed(EATS), book.lines[SAVED], book.lines[ONLY_2013]]
    lines[0] = replace(lines[0], status="disputed")
    assert badge(book, caipan, tmp_path, lines) == ("三国杀 rules: 2/2", "#2f7d32")


def test_a_badge_is_about_one_engine(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    two = [book.write(tmp_path / name) for name in ("a.ndjson", "b.ndjson")]
    result = caipan(*two, "--badge", tmp_path / "badge.svg")
    assert result.exit_code == 2
    assert "a badge is about one engine, not 2" in result.output
    assert not (tmp_path / "badge.svg").exists()


def test_a_badge_that_cannot_be_written_is_refused(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    result = caipan(book.write(tmp_path / "a.ndjson"), "--badge", tmp_path / "nowhere" / "badge.svg")
    assert result.exit_code == 2
    assert "the badge cannot be written: there is no folder" in result.output
