"""What happened on an engine beside what happens on the reference."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from caipan.contract.messages import Event, HelloReply
from caipan.features import Scenario, Step
from caipan.language.account import Account
from caipan.playing import House
from caipan.reporting.alignment import common
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


def bent(account: Account, kind: str, **changes: Any) -> Account:
    """What happened, with the first event of a kind reported otherwise."""
    at = next(n for n, event in enumerate(account.events) if event.kind == kind)
    event = structs.replace(account.events[at], **changes)
    assert event != account.events[at]
    return structs.replace(account, events=[*account.events[:at], event, *account.events[at + 1 :]])


def test_other_words_for_the_same_are_no_difference(account: Account, hello: HelloReply) -> None:
    """Compared is what a row of a scenario could tell apart."""
    named = structs.replace(
        account,
        asks=[structs.replace(ask, text=f"{ask.text} (因故)") for ask in account.asks],
        events=[
            structs.replace(event, card=event.cards[0]) if event.kind == "use" else event
            for event in account.events
        ],
    )
    for other in (bent(account, "effect", card="杀♠7", cards=["杀♠7"], targets=["乙"]), named):
        left, right = beside(other, hello, account)
        assert {branch.mark for branch in flat(left)} | {branch.mark for branch in flat(right)} == {""}
        assert not any(branch.starts for branch in flat(left))


def test_what_is_told_apart_is_marked(account: Account, hello: HelloReply) -> None:
    for kind, change in (
        ("effect", {"card": "桃"}),
        ("damage", {"source": "乙"}),
        ("damage", {"element": "fire"}),
        ("use", {"targets": ["丙"]}),
        ("move", {"origin": "discard"}),
        ("recover", {"player": "甲"}),
    ):
        left, _ = beside(bent(account, kind, **change), hello, account)
        assert "only" in {branch.mark for branch in flat(left)}, (kind, change)
    refused = [structs.replace(ask, answer="") if "桃" in ask.names else ask for ask in account.asks]
    left, right = beside(structs.replace(account, asks=refused), hello, account)
    (mine, its) = (marked(side, "only") for side in (left, right))
    assert [text for text in mine if "桃" in text and text.endswith("-> 不")] == mine != []
    assert len(its) == len(mine)


def test_another_order_is_marked_apart(account: Account, hello: HelloReply) -> None:
    at = next(n for n, event in enumerate(account.events) if event.kind == "saved")
    late = structs.replace(account.events[at], parent=None)
    rest = [event for n, event in enumerate(account.events) if n != at]
    left, right = beside(structs.replace(account, events=[*rest, late]), hello, account)
    assert marked(left, "only") == marked(right, "only") == []
    assert marked(left, "moved") == marked(right, "moved") == ["乙 脱离濒死"]
    assert [branch.text for branch in flat(right) if branch.starts] == ["乙 脱离濒死"]
    assert [branch.text for branch in flat(left) if branch.starts] == ["时机 移动到目标区域后"], "just before"


def test_where_the_trees_part_is_known_on_both_sides(account: Account, hello: HelloReply) -> None:
    """A difference of order before it is none to begin with."""
    events = [event for event in account.events if event.kind != "saved"]
    at = next(n for n, event in enumerate(events) if event.timing == "use.choosing")
    events[at], events[at + 1] = events[at + 1], events[at]
    left, right = beside(structs.replace(account, events=events), hello, account)
    assert len(marked(left, "moved")) == len(marked(right, "moved")) == 1
    assert marked(left, "only") == []
    assert marked(right, "only") == ["乙 脱离濒死"]
    assert [branch.text for branch in flat(right) if branch.starts] == ["乙 脱离濒死"]
    every = [branch.text for branch in flat(right)]
    (beside_it,) = [branch.text for branch in flat(left) if branch.starts]
    assert beside_it == every[every.index("乙 脱离濒死") - 1], "what both have just before"


def test_a_common_subsequence_is_a_longest_one() -> None:
    def longest(left: str, right: str) -> int:
        row = [0] * (len(right) + 1)
        for one in left:
            new = [0]
            for at, other in enumerate(right):
                new.append(row[at] + 1 if one == other else max(new[at], row[at + 1]))
            row = new
        return row[-1]

    words = ["", "a", "abcab", "bacba", "aaaa", "abcabcabc", "cbacbacba", "aabbcc", "abaccabba"]
    for left, right in itertools.product(words, repeat=2):
        pairs = common(left, right)
        assert all(left[one] == right[other] for one, other in pairs)
        assert all(one[0] < two[0] and one[1] < two[1] for one, two in itertools.pairwise(pairs))
        assert len(pairs) == longest(left, right), (left, right)


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
