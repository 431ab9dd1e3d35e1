"""What is read on the website: texts in their language, addresses, and where a clause's failures are."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from caipan.reporting.traces import Reference
from caipan.reporting.words import plain
from tests.reporting.conftest import EATS, ONLY_2013, SAVED, Book, Caipan
from tests.reporting.test_pages import site


def test_the_failures_of_a_clause_are_linked(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    bad = [book.failed(EATS), book.failed(SAVED), book.lines[ONLY_2013]]
    one = [book.lines[EATS], book.failed(SAVED), book.lines[ONLY_2013]]
    reports = [book.write(tmp_path / "a.ndjson", bad), book.write(tmp_path / "b.ndjson", one, name="beta")]
    read = site(caipan, tmp_path / "site", *reports)
    links = [link for _, link in read["clauses.html"].links]
    assert "index.html?clause=terms.word.recover&engine=0&state=failed#scenarios" in links
    text = (tmp_path / "site" / "clauses.html").read_text("utf-8")
    to_one = f'<a class="few" href="chapter-recovery.html#{SAVED}">1 failed</a>'
    assert to_one in text, "where there is one, straight to it"
    assert to_one in (tmp_path / "site" / "chapter-recovery.html").read_text("utf-8")


def test_what_failed_comes_first_in_a_clause(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    lines = [book.lines[EATS], book.lines[SAVED], book.failed(ONLY_2013)]
    read = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", lines))
    places = [link for _, link in read["clauses.html"].links if link.startswith("chapter-recovery.html#")]
    listed = [link.rpartition(":")[2] for link in places]
    assert listed[-3:] == ["只在2013年", "受伤的人吃桃", "濒死的人先被自己救"]


def test_a_clause_has_all_states_of_its_scenarios(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    """So that one with an error is also found among those with failures."""
    lines = [book.failed(EATS), replace(book.failed(SAVED), status="error"), book.lines[ONLY_2013]]
    site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", lines))
    text = (tmp_path / "site" / "clauses.html").read_text("utf-8")
    assert 'id="terms.word.recover" data-entry data-states="passed+failed+error ' in text


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        (
            "never came due: «乙 使用 酒♠9» (entry 2 of 2); the game rests at «甲 的空闲时间点»; asks",
            'lang="zh" data-find>没有轮到「乙 使用 酒♠9」：引擎没有给出这个机会，停在「甲 的空闲时间点」。',
        ),
        (
            "rejected: «甲 使用 桃♥3» at «甲 的空闲时间点»: no such action",
            "引擎不接受「甲 使用 桃♥3」（在「甲 的空闲时间点」时）：no such action</p>",
        ),
        (
            "lacks: skill 天香: the engine's hello does not list it",
            'data-find><span lang="en">lacks: skill <span lang="zh">天香</span>: the engine',
        ),
        (
            "甲 的体力: 应为 2, 实为 1",
            '<p class="detail" data-find><span lang="zh">甲 的体力: 应为 2, 实为 1</span></p>',
        ),
        ("  ", '<p class="few">The report does not say.</p>'),
    ],
)
def test_what_happened_is_said_plainly_and_in_its_language(
    detail: str, said: str, book: Book, caipan: Caipan, tmp_path: Path
) -> None:
    site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", [book.failed(EATS, detail)]))
    assert said in (tmp_path / "site" / "chapter-recovery.html").read_text("utf-8")


def test_words_of_the_suite_are_still_understood(book: Book) -> None:
    """The sentences for players are made from what the suite says of itself."""
    (scenario,) = [one for feature in book.suite for one in feature.scenarios if one.id == EATS]
    reference = Reference()
    try:
        for text, begins in (
            ("乙 使用 桃♥3", "没有轮到「乙 使用 桃♥3」：引擎没有给出这个机会，停在「"),
            ("甲 对 乙 使用 桃♥3", "引擎不接受「甲 对 乙 使用 桃♥3」（在「"),
        ):
            steps = [
                dataclasses.replace(one, text=text) if one.kind == "when" else one for one in scenario.steps
            ]
            steps = [
                dataclasses.replace(
                    one, table=(("角色", "体力", "手牌"), ("甲", "1/4", "桃♥3"), ("乙", "4/4", "桃♥3#2"))
                )
                if one.table
                else one
                for one in steps
            ]
            bent = dataclasses.replace(scenario, id=text, steps=tuple(steps))
            line = reference.play(bent, None).line
            assert plain(line).startswith(begins), line.detail
    finally:
        reference.close()


def test_a_failure_without_an_account_claims_nothing(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    bare = replace(book.failed(EATS), account=None)
    lacks = replace(book.lines[SAVED], status="unsupported", detail="")
    read = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", [bare, lacks]))
    text = read["chapter-recovery.html"].text
    assert "The report does not say at which step." in text
    assert "did not come to" not in text
    assert "alpha 1.0 lacks: (the report does not say what)" in text


def test_addresses_are_valid_and_titles_are_filled_in(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    row = replace(book.lines[EATS], id="recovery/旧:规则:<从>到<到>是<远>[甲,乙,1]")
    other = replace(book.lines[EATS], id="recovery/旧:规则:<从>到乙是远[甲,1]")
    read = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", [row, other]))
    for page in read.values():
        for _, link in page.links:
            assert not re.search(r"[\s<>\[\]\"\\^`{|}]", link), link
    assert "甲到乙是1 [甲, 乙, 1]" in read["chapter-recovery.html"].text
    assert "<从>到乙是远 [甲, 1]" in read["chapter-recovery.html"].text, "nobody knows which it is"


def test_ids_are_there_once(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    ids = ["", "main", "a b", "a-b", "a  b"]
    lines = [replace(book.lines[EATS], id=id, clauses=(id,)) for id in ids]
    read = site(caipan, tmp_path / "site", book.write(tmp_path / "a.ndjson", lines, digest="sha256:other"))
    for page in read.values():
        assert len(page.ids) == len(set(page.ids))
        assert "" not in page.ids
    everywhere = {id for page in read.values() for id in page.ids}
    assert {"a-b", "a-b-2", "a-b-3", "main-2", "nameless"} <= everywhere


def test_nothing_unseen_reaches_a_page(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    unseen = "\x1b[31m\u202egnirts\x07\u200b"
    failed = book.failed(EATS, unseen, stderr=unseen)
    account = {**(failed.account or {}), "script": [unseen], "table": [unseen], "step": unseen}
    lines = [
        replace(failed, account=account),
        replace(failed, id=f"{unseen}:{unseen}", clauses=(unseen,)),
        replace(book.lines[SAVED], status="unsupported", detail=unseen),
    ]
    report = book.write(tmp_path / "a.ndjson", lines, name=unseen, edition=unseen, spec=unseen)
    read = site(caipan, tmp_path / "site", report)
    for file in (tmp_path / "site").glob("*.html"):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u200b\u202e]", file.read_text("utf-8")), file
    assert r"\x1b[31m\u202egnirts\x07\u200b" in read["chapter-recovery.html"].text
