"""The website: what is in it, that nothing in a report can break out of it, and where it is written."""

from __future__ import annotations

import errno
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from caipan.reporting import model, pages
from tests.reporting.conftest import EATS, SAVED, Book, Caipan, full_after

EVIL = "<script>alert(1)</script>\"'&"
VOID = {"meta", "link", "input", "br", "rect"}


class Reader(HTMLParser):
    """Takes a page apart, and sees to it that every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.handlers: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append((tag, value or ""))
            if name.startswith("on") or name == "style":
                self.handlers.append(name)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}>"

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        """What is to be read."""
        return re.sub(r"\s+", " ", " ".join(self.words))


def site(caipan: Caipan, folder: Path, *reports: Path) -> dict[str, Reader]:
    """Write a website and read all of its pages."""
    result = caipan(*reports, "--html", folder)
    assert result.exit_code == 0, result.output
    assert result.output.rstrip().endswith(str(folder / "index.html"))
    read = {}
    for file in folder.glob("*.html"):
        read[file.name] = Reader()
        read[file.name].feed(file.read_text("utf-8"))
        assert read[file.name].open == [], file.name
    return read


def test_every_link_leads_somewhere(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    reports = [
        book.write(tmp_path / "a.ndjson", url="https://example.org/a?b=c&d"),
        book.write(tmp_path / "b.ndjson", [book.failed(EATS)], name="beta"),
    ]
    read = site(caipan, tmp_path / "site", *reports)
    assert {"index.html", "clauses.html", "chapter-recovery.html"} == read.keys()
    for name, page in read.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert page.handlers == [], name
        for tag, link in page.links:
            if link.startswith("https:"):
                assert (name, tag, link) == ("index.html", "a", "https://example.org/a?b=c&d")
                continue
            file, _, fragment = link.partition("#")
            file = unquote(file.partition("?")[0]) or name
            assert (tmp_path / "site" / file).is_file(), link
            assert not fragment or unquote(fragment) in read[file].ids, link


def test_clauses_have_stable_anchors_and_the_state_of_every_engine(
    book: Book, caipan: Caipan, tmp_path: Path
) -> None:
    good = book.write(tmp_path / "a.ndjson")
    bad = book.write(tmp_path / "b.ndjson", [book.failed(EATS), book.lines[SAVED]], name="beta")
    page = site(caipan, tmp_path / "site", good, bad)["clauses.html"]
    assert "terms.word.recover" in page.ids
    assert len([id for id in page.ids if id.startswith("2012.")]) > 200
    assert "回复是在不超过上限的前提下增加体力值" in page.text
    after = page.text.partition("回复是在不超过上限的前提下增加体力值")[2]
    assert "alpha 1.0 ✓ 3/3 beta 1.0 ✗ 1/3 1 failed 1 not played" in after[:400]


def test_a_scenario_reads_as_a_ruling(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    page = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson"))["chapter-recovery.html"]
    assert SAVED in page.ids
    for words in ("濒死的人先被自己救", "当 甲 对 乙 使用 杀♠7", "并且 乙 使用 桃♥3", "edition 2013 only"):
        assert words in page.text
    assert "Expected" not in page.text


def test_a_failure_shows_how_it_came_about(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    failed = book.failed(SAVED, "乙 的体力: 应为 1, 实为 0", stderr="a <b>warning</b>")
    events = [event for event in (failed.account or {})["events"] if event["kind"] != "saved"]
    failed = replace(failed, account={**(failed.account or {}), "events": events})
    page = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", [failed]))[
        "chapter-recovery.html"
    ]
    shown = page.text.partition("Expected")[2]
    for words in (
        "那么 乙 的体力为 1 line",
        "乙 的体力: 应为 1, 实为 0",
        "✓ 甲 对 乙 使用 杀♠7",
        "询问 乙 是否使用 桃、酒",
        "乙 脱离濒死 (only here)",
        "a <b>warning</b>",
        "caipan explain 'recovery/桃",
    ):
        assert words in shown, words
    assert shown.count("乙 进入濒死") == 2, "in both trees"
    assert shown.count("(only here)") == 1


def test_the_point_that_a_script_reached_is_shown(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    failed = book.failed(SAVED, "never came due: «乙 使用 桃♥3»")
    account = {**(failed.account or {}), "reached": 1}
    read = site(
        caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", [replace(failed, account=account)])
    )
    shown = read["chapter-recovery.html"].text.partition("Expected")[2]
    assert "当 乙 使用 桃♥3 the move of the script that is due" in shown
    assert "✓ 甲 对 乙 使用 杀♠7" in shown
    assert "➤ 乙 使用 桃♥3 as far as it came" in shown


def test_what_is_lacked_is_named(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    lacks = replace(book.lines[EATS], status="unsupported", detail="card 桃: not listed")
    page = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", [lacks]))[
        "chapter-recovery.html"
    ]
    assert "alpha 1.0 lacks: card 桃 : not listed" in page.text


def test_warnings_stand_on_the_first_page(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    reports = [
        book.write(tmp_path / "a.ndjson"),
        book.write(tmp_path / "b.ndjson", name="beta", digest="sha256:0123456789abcdef"),
    ]
    assert "about different features" in site(caipan, tmp_path / "site", *reports)["index.html"].text


def test_nothing_in_a_report_becomes_code(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    account = book.failed(EATS).account
    assert account is not None
    for event in account["events"]:
        event["card"] = EVIL
    account |= {
        "script": [EVIL],
        "rows": [[EVIL]],
        "columns": [EVIL],
        "piles": [EVIL],
        "table": [EVIL],
        "step": EVIL,
    }
    for ask in account["asks"]:
        ask["text"] = EVIL
    evil = book.failed(EATS, EVIL, stderr=EVIL)
    lines = [
        replace(evil, account=account),
        replace(evil, account=account, id=f"{EVIL}/x:y:z {EVIL} 50%", clauses=(EVIL,)),
        replace(book.lines[SAVED], status="unsupported", detail=EVIL),
    ]
    report = book.write(
        tmp_path / "a.ndjson",
        lines,
        name=EVIL,
        version=EVIL,
        url=f"https://example.org/{EVIL}",
        spec=EVIL,
        edition=EVIL,
        suite=EVIL,
        digest=EVIL,
        time=EVIL,
    )
    read = site(caipan, tmp_path / "site", report)
    assert len(read) == 4
    for name, page in read.items():
        scripts = [link for link in page.links if link[0] == "script"]
        assert scripts == [("script", "hanzi.js"), ("script", "report.js")], name
        assert page.tags.count("script") == 2, name
        assert page.handlers == [], name
        assert EVIL in page.text, name


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "//example.org", "file:///etc"])
def test_only_web_addresses_are_linked(url: str, book: Book, caipan: Caipan, tmp_path: Path) -> None:
    page = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", url=url))["index.html"]
    assert url not in [link for _, link in page.links]


def test_no_chapter_leads_out_of_the_folder(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    names = ["../../up", "..", "/root", "a/b", "A-B", "con?x#y%", "", "x" * 400]
    lines = [replace(book.lines[EATS], id=f"{name}/f:r:s") for name in names]
    report = book.write(tmp_path / "a.ndjson", lines, digest="sha256:other")
    read = site(caipan, tmp_path / "deep" / "site", report)
    assert len(read) == len(names) + 2
    made = list(tmp_path.rglob("*.html"))
    assert {path.parent for path in made} == {tmp_path / "deep" / "site"}
    assert all(len(path.name) < 100 for path in made)


def test_a_scenario_that_the_features_lack_is_shown_from_its_account(
    book: Book, caipan: Caipan, tmp_path: Path
) -> None:
    gone = replace(book.failed(EATS), id="recovery/旧:旧规则:旧场景")
    read = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", [gone]))
    text = read["chapter-recovery.html"].text
    for words in (
        "旧场景",
        "its text cannot be shown",
        "桃♥3",
        "甲 回复体力 1点",
        "The reference was not played",
    ):
        assert words in text


def test_an_earlier_website_is_replaced(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    other = replace(book.lines[EATS], id="chain/旧:旧规则:旧场景")
    assert "chapter-chain.html" in site(caipan, folder, book.write(tmp_path / "a.ndjson", [other]))
    (folder / "mine.html").write_text("<p>mine", "utf-8")
    assert caipan(book.write(tmp_path / "b.ndjson"), "--html", folder).exit_code == 0
    assert {file.name for file in folder.glob("*.html")} == {
        *("index.html", "clauses.html", "chapter-recovery.html", "mine.html")
    }


def test_another_website_is_left_alone(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    index = tmp_path / "index.html"
    index.write_text("<p>mine", "utf-8")
    result = caipan(book.write(tmp_path / "a.ndjson"), "--html", tmp_path)
    assert result.exit_code == 2
    assert "there is another website in this folder" in result.output
    assert index.read_text("utf-8") == "<p>mine"


@pytest.mark.parametrize("name", ["clauses.html", "report.css", "report.js", "chapter-recovery.html"])
def test_another_s_file_is_left_alone(name: str, book: Book, caipan: Caipan, tmp_path: Path) -> None:
    """Also where no index.html says that the folder is somebody's, and after a website has been written."""
    site_ = tmp_path / "site"
    report = book.write(tmp_path / "a.ndjson")
    for _ in range(2):
        site_.mkdir(exist_ok=True)
        (site_ / name).write_text("mine", "utf-8")
        before = {file.name: file.read_bytes() for file in site_.iterdir()}
        result = caipan(report, "--html", site_)
        assert result.exit_code == 2
        assert f"{name}: this file is not caipan's, and is not overwritten" in result.output
        assert before == {file.name: file.read_bytes() for file in site_.iterdir()}
        (site_ / name).unlink()
        assert caipan(report, "--html", site_).exit_code == 0


def test_a_report_in_the_folder_is_left_alone(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    report = book.write(tmp_path / "report.css")
    before = report.read_bytes()
    assert caipan(report, "--html", tmp_path).exit_code == 2
    assert report.read_bytes() == before


def test_a_website_is_not_written_through_links(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    report = book.write(tmp_path / "a.ndjson")
    site(caipan, tmp_path / "other", report)
    index = tmp_path / "other" / "index.html"
    before = index.read_bytes()
    for target in (index, tmp_path / "nowhere.html"):
        folder_ = tmp_path / f"of-{target.name}"
        folder_.mkdir()
        (folder_ / "index.html").symlink_to(target)
        result = caipan(report, "--html", folder_)
        assert result.exit_code == 2
        assert "index.html: a link, and a website is not written through links" in result.output
    assert index.read_bytes() == before
    assert not (tmp_path / "nowhere.html").exists()


@pytest.mark.parametrize("files", [0, 2, 3, 5])
def test_a_website_is_written_whole_or_not(
    files: int, book: Book, caipan: Caipan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_ = tmp_path / "site"
    site(caipan, folder_, book.write(tmp_path / "a.ndjson"))
    before = {file.name: file.read_bytes() for file in folder_.iterdir()}
    full_after(monkeypatch, files)
    result = caipan(book.write(tmp_path / "b.ndjson", [book.failed(EATS)]), "--html", folder_)
    assert result.exit_code == 2
    name = ["report.css", "", "report.js", "clauses.html", "", "index.html"][files]
    assert f"{folder_ / name}: the website cannot be written: No space left on device" in result.output
    assert f"what was in {folder_} before is still there" in result.output
    assert before == {file.name: file.read_bytes() for file in folder_.iterdir()}


def test_a_page_that_cannot_take_its_place_is_named(
    book: Book, caipan: Caipan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = book.write(tmp_path / "a.ndjson")
    replace_, folder_ = os.replace, tmp_path / "site"

    def fail(one: Path, other: Path) -> None:
        if other.name == "clauses.html":
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(one), str(other))
        replace_(one, other)

    monkeypatch.setattr(os, "replace", fail)
    result = caipan(report, "--html", folder_)
    assert result.exit_code == 2
    assert f"{folder_ / 'clauses.html'}: the website cannot be written: Operation not per" in result.output
    assert "some of its pages are new and others old: write it again" in result.output
    assert not (folder_ / "index.html").exists(), "the page to begin with comes last"


def test_a_folder_whose_name_is_too_long_is_refused(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    result = caipan(book.write(tmp_path / "a.ndjson"), "--html", tmp_path / ("x" * 300))
    assert result.exit_code == 2
    assert "the website cannot be written: File name too long" in result.output


def test_a_folder_that_may_not_be_searched_is_refused(
    book: Book, caipan: Caipan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lexists = os.path.lexists

    def fail(path: Path) -> bool:
        if str(path).startswith(str(tmp_path / "closed")):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return lexists(path)

    monkeypatch.setattr(os.path, "lexists", fail)
    result = caipan(book.write(tmp_path / "a.ndjson"), "--html", tmp_path / "closed" / "site")
    assert result.exit_code == 2
    assert "the website cannot be written: Permission denied" in result.output


def test_an_empty_name_is_refused(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    report = book.write(tmp_path / "a.ndjson")
    for arguments, expected in (
        ([report, "--html", ""], "expected the name of a folder"),
        ([report, "--badge", ""], "expected the name of a file"),
        ([""], "expected the name of a report"),
        (["-"], "for standard input give /dev/stdin"),
    ):
        result = caipan(*arguments)
        assert result.exit_code == 2
        assert expected in result.output


def test_a_folder_that_is_a_file_is_refused(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    report = book.write(tmp_path / "a.ndjson")
    for folder in (report, report / "below"):
        result = caipan(report, "--html", folder)
        assert result.exit_code == 2
        assert "is a file; give the name of a folder" in result.output
        assert "Traceback" not in result.output


def test_the_same_reports_give_the_same_website(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    report = book.write(tmp_path / "a.ndjson", [book.failed(EATS)])
    for folder in ("one", "two"):
        site(caipan, tmp_path / folder, report)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_every_state_has_a_sign() -> None:
    assert pages.GLYPHS.keys() == model.WORDS.keys()
    signs = [sign for sign in pages.GLYPHS.values() if sign]
    assert len(signs) == len(set(signs))
