"""What happened on an engine beside what happens on the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from msgspec import structs

from caipan.contract.messages import Event, HelloReply
from caipan.features import Scenario, Step
from caipan.language.account import Account
from caipan.playing import House
from caipan.reporting.traces import Branch, Reference, beside
from tests.reporting.conftest import SAVED, Book


@pytest.fixture(scope="module")
def account(book: Book) -> Account:
    """What happens on the reference."""
    reference = Reference()
    try:
        played = reference.play(scenario(book), None)
    finally:
        reference.close()
    assert played.line.status == "passed"
    assert played.account is not None
    return played.account


@pytest.fixture(scope="module")
def hello() -> HelloReply:
    """What the reference says of itself."""
    house = House("reference")
    said = house.connection.hello
    house.close()
    return said


def scenario(book: Book) -> Scenario:
    """In which somebody is saved."""
    (found,) = [one for feature in book.suite for one in feature.scenarios if one.id == SAVED]
    return found


def flat(branches: Sequence[Branch]) -> Iterator[Branch]:
    """All branches, from above."""
    for branch in branches:
        yield branch
        yield from flat(branch.children)


def marked(branches: Sequence[Branch], mark: str) -> list[str]:
    """The texts of the branches with a mark."""
    return [branch.text for branch in flat(branches) if branch.mark == mark]


def test_the_same_on_both_sides_is_not_marked(account: Account, hello: HelloReply) -> None:
    left, right = beside(account, hello, account)
    assert left == right
    assert {branch.mark for branch in flat(left)} == {""}
    assert len(list(flat(left))) == len(account.events) + len(account.asks)
    assert {branch.kind for branch in flat(left)} == {"event", "timing", "ask"}


def test_what_only_one_side_has_is_marked(account: Account, hello: HelloReply) -> None:
    at = next(n for n, event in enumerate(account.events) if event.kind == "recover")
    bent = structs.replace(account.events[at], amount=2)
    other = structs.replace(account, events=[*account.events[:at], bent, *account.events[at + 1 :]])
    left, right = beside(other, hello, account)
    assert marked(left, "only") == ["乙 回复体力 2点"]
    assert marked(right, "only") == ["乙 回复体力 1点"]


def test_what_an_engine_never_reports_is_not_missing(account: Account, hello: HelloReply) -> None:
    blind = structs.replace(hello, timings=[], events=[one for one in hello.events if one != "deduct"])
    seen = [event for event in account.events if event.kind not in ("timing", "deduct")]
    left, right = beside(structs.replace(account, events=seen, asks=[]), blind, account)
    assert marked(left, "only") == []
    assert "乙 扣减体力 1点" in marked(right, "unseen")
    only = marked(right, "only")
    assert only, "the asks"
    assert all(text.startswith("? ") for text in only)


def test_without_a_reference_there_is_one_tree(account: Account, hello: HelloReply) -> None:
    left, right = beside(account, hello, None)
    assert left
    assert right == ()
    assert {branch.mark for branch in flat(left)} == {""}


def test_a_deep_tree_is_drawn(account: Account, hello: HelloReply) -> None:
    deep = [Event(kind="effect", id=n, parent=n - 1 if n else None, card=f"{n}") for n in range(3000)]
    left, _ = beside(structs.replace(account, events=deep, asks=[]), hello, account)
    assert [branch.text.split()[-1] for branch in flat(left)] == [str(n) for n in range(3000)]


def test_the_reference_plays_each_scenario_once(book: Book) -> None:
    reference = Reference()
    try:
        first = reference.play(scenario(book), "2012")
        assert first.line.edition == "2012"
        assert reference.play(scenario(book), "2012") is first
        assert reference.play(scenario(book), "2013").line.edition == "2013"
    finally:
        reference.close()


def test_a_scenario_that_fails_on_the_reference_is_told(book: Book) -> None:
    steps = scenario(book).steps
    wrong = replace(scenario(book), steps=(*steps, Step("then", "那么", "甲 的体力为 1", 1)))
    reference = Reference()
    try:
        played = reference.play(wrong, None)
    finally:
        reference.close()
    assert played.line.status == "failed"
    assert played.account is not None
    assert played.account.events
