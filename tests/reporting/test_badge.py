"""The badge: what it counts, its colour, and that it is an image."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from caipan import features
from caipan.report import Line
from tests.reporting.conftest import EATS, ONLY_2013, SAVED, Book, Caipan, caller, full_after

GREY = "#5f5f5f"
SVG = "{http://www.w3.org/2000/svg}"


def badge(
    book: Book, caipan: Caipan, folder: Path, lines: list[Line] | None = None, **header: Any
) -> tuple[str, str]:
    """The badge of a report: its title and the colour of its right half."""
    file = folder / "badge.svg"
    result = caipan(book.write(folder / "a.ndjson", lines, **header), "--badge", file)
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


def test_what_an_engine_lacks_is_not_passed(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    lacks = replace(book.lines[EATS], status="unsupported", detail="card 桃")
    lines = [lacks, book.lines[SAVED], book.lines[ONLY_2013]]
    assert badge(book, caipan, tmp_path, lines) == ("三国杀 rules: 2/3", "#8a6d00")


def test_what_the_documents_leave_open_is_no_fault(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    lines = [book.failed(EATS), book.lines[SAVED], book.lines[ONLY_2013]]
    lines[0] = replace(lines[0], status="disputed")
    assert badge(book, caipan, tmp_path, lines) == ("三国杀 rules: 2/3", "#2f7d32")
    assert "2/3 1D" in caipan(tmp_path / "a.ndjson").output, "the same number as in the table"


def test_a_part_is_grey(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    """Nothing is certified by playing what one likes."""
    part = [book.lines[EATS], book.lines[SAVED]]
    grey = ("三国杀 rules: partial 2/3", GREY)
    assert badge(book, caipan, tmp_path, part) == grey
    assert badge(book, caipan, tmp_path, part, interrupted=True) == grey
    failed = [book.failed(EATS), book.lines[SAVED]]
    assert badge(book, caipan, tmp_path, failed) == ("三国杀 rules: partial 1/3", GREY)


def test_some_files_of_the_features_are_a_part(two: Book, tmp_path: Path) -> None:
    """The digest is that of the files that were played; the badge counts all of the features."""
    caipan = caller(two.folder)
    played = [feature for feature in two.suite if feature.name == "recovery/桃"]
    lines = [line for id, line in two.lines.items() if id.startswith("recovery/桃:")]
    part = features.digest(played)
    assert badge(two, caipan, tmp_path, lines, digest=part) == ("三国杀 rules: partial 3/6", GREY)
    output = caipan(tmp_path / "a.ndjson").output
    assert "3/3" in output
    assert "the report is about a part of the features at hand (3 of their 6 scenarios)" in output
    assert "not about the features at hand" not in output


def test_other_features_are_grey(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    other = "sha256:other"
    assert badge(book, caipan, tmp_path, digest=other) == ("三国杀 rules: other suite", GREY)
    assert badge(book, caipan, tmp_path, [], digest=other) == ("三国杀 rules: other suite", GREY)
    strange = [*book.lines.values(), replace(book.lines[EATS], id="recovery/桃:x:y")]
    assert badge(book, caipan, tmp_path, strange) == ("三国杀 rules: other suite", GREY)


def test_nothing_decided_is_grey(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    for status in ("disputed", "unsupported"):
        lines = [replace(line, status=status) for line in book.lines.values()]
        assert badge(book, caipan, tmp_path, lines) == ("三国杀 rules: nothing decided", GREY)
    assert badge(book, caipan, tmp_path, []) == ("三国杀 rules: nothing decided", GREY)


def test_an_edition_is_counted_by_itself(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    old = [replace(book.lines[id], edition="2012") for id in (EATS, SAVED)]
    assert badge(book, caipan, tmp_path, old, edition="2012") == ("三国杀 rules 2012: 2/2", "#2f7d32")
    assert badge(book, caipan, tmp_path, old, edition="2099") == ("三国杀 rules: unknown edition", GREY)
    assert "the edition 2099 is not known here; expected one of 2012, 2013" in (
        caipan(tmp_path / "a.ndjson").output
    )


# --- where it is written ------------------------------------------------------


def test_a_badge_takes_no_other_file_s_place(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    report = book.write(tmp_path / "a.ndjson")
    link = tmp_path / "link.svg"
    link.symlink_to(report)
    picture = tmp_path / "b.png"
    picture.write_bytes(b"\x89PNG")
    feature = tmp_path / "x.feature"
    feature.write_text("mine", "utf-8")
    mine = tmp_path / "mine.svg"
    mine.write_text('<svg xmlns="http://www.w3.org/2000/svg"><title>mine</title></svg>', "utf-8")
    for target, why in (
        (report, "both name"),
        (link, "both name"),
        (picture, "not a badge of caipan's"),
        (feature, "this is a feature"),
        (book.folder / "桃.feature", "this is a feature"),
        (mine, "not a badge of caipan's"),
    ):
        before = target.read_bytes()
        result = caipan(report, "--badge", target)
        assert result.exit_code == 2, target
        assert why in result.output
        assert target.read_bytes() == before


def test_a_badge_is_no_page_of_the_website(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    site = tmp_path / "site"
    for target in (site / "badge.svg", site / "index.html"):
        for _ in ("before the website is there", "and after"):
            result = caipan(book.write(tmp_path / "a.ndjson"), "--badge", target, "--html", site)
            assert result.exit_code == 2
            site.mkdir(exist_ok=True)
        assert "inside the website" in result.output
        assert not target.exists()


def test_a_badge_is_replaced(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    badge(book, caipan, tmp_path, [book.failed(EATS)])
    link = tmp_path / "link.svg"
    link.symlink_to(tmp_path / "badge.svg")
    result = caipan(book.write(tmp_path / "a.ndjson"), "--badge", link)
    assert result.exit_code == 0, result.output
    assert link.is_symlink()
    assert "3/3" in (tmp_path / "badge.svg").read_text("utf-8")


def test_a_badge_is_written_whole_or_not(
    book: Book, caipan: Caipan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = book.write(tmp_path / "a.ndjson")
    full_after(monkeypatch, 0)
    result = caipan(report, "--badge", tmp_path / "badge.svg")
    assert result.exit_code == 2
    assert "badge.svg: the badge cannot be written: No space left on device" in result.output
    assert [file.name for file in tmp_path.iterdir()] == ["a.ndjson"]


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
