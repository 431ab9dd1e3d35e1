"""What two engines did, laid beside one another: by what the suite itself would tell apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import structs

from caipan.contract.messages import Event
from caipan.contract.vocabulary import EVENTS
from caipan.happenings import Node
from caipan.language.account import AskLine
from caipan.language.describe import describe_event
from caipan.language.words import name_of

Pairs = list[tuple[int, int]]
MOST = 50_000_000
"""The product of two lengths beyond which only their common beginning and end are looked for."""
_NAMED_ASKS = ("use", "play", "skill")
"""Kinds of asks of which the suite looks at the names; of the others, at who is asked and of what kind."""


def event_key(event: Event) -> str:
    """An event as the suite compares it: equal for two that no row of a scenario could tell apart.

    Of an event that tells a card's name only (生效, 抵消) that is the name, whether an engine says which real
    card it was or not; why a judgement is made, and what an event of its kind does not have, does not count.
    """
    word = EVENTS.get(event.kind)
    if word is None:
        return describe_event(event)
    has = word.fields
    kept = {field: getattr(event, field) for field in has if field not in ("card", "cards")}
    if event.kind == "judge":
        kept.pop("reason", None)
    if "targets" in has:
        kept["targets"] = sorted(event.targets)
    name, real = _cards(event)
    if "cards" in has or event.kind == "judge":
        kept["cards"] = real
    if "card" in has and event.kind != "judge":
        kept["card"] = name
    return describe_event(
        structs.replace(Event(kind=event.kind, timing=event.timing), **{k: v for k, v in kept.items() if v})
    )


def _cards(event: Event) -> tuple[str | None, list[str]]:
    """The name under which a card is used, and the real ones."""
    if event.card is None:
        names = {name_of(card) for card in event.cards}
        return (names.pop() if len(names) == 1 else None), sorted(event.cards)
    single = [event.card] if name_of(event.card) != event.card else []
    return name_of(event.card), sorted(event.cards or single)


def ask_key(ask: AskLine) -> str:
    """An ask as the suite compares it: who is asked for what, and what was answered; not why."""
    names = sorted(ask.names) if ask.kind in _NAMED_ASKS else []
    ended = ask.how if ask.how in ("rest", "unscripted", "open") else "declined"
    return " ".join(
        ("?", ask.kind, *ask.who, "/", *names, "/", ask.answer or ended, "rejected" if ask.rejected else "")
    )


def key(node: Node) -> str:
    """What an event or an ask is known by on both sides."""
    if node.event is not None:
        return event_key(node.event)
    return ask_key(node.ask) if node.ask is not None else node.text


@dataclass(frozen=True, slots=True)
class Aligned:
    """Two sequences beside one another, by index."""

    pairs: Pairs
    """What is the same, in the same order."""
    moved: Pairs
    """What is on both sides, but at another place."""

    def parting(self, length: int, other: int) -> tuple[int, int] | None:
        """Where the two part first: the place on each side at which something is that the other one lacks.

        Where one side has nothing of its own there, it is what both have just before. None: they do not part.

        Args:
            length: of the first sequence.
            other: of the second one.
        """
        common = tuple({pair[side] for pair in self.pairs} for side in (0, 1))
        known = tuple({pair[side] for pair in (*self.pairs, *self.moved)} for side in (0, 1))
        # What is nowhere else comes first; only where there is nothing of the kind, what is elsewhere.
        for here in (known, common):
            own = [
                next((at for at in range(size) if at not in here[side]), None)
                for side, size in ((0, length), (1, other))
            ]
            if any(at is not None for at in own):
                return self._place(own[0], own[1])
        return None

    def _place(self, first: int | None, second: int | None) -> tuple[int, int]:
        """The earlier one of two places, and what is beside it."""
        before = [
            sum(pair[side] < at for pair in self.pairs) if at is not None else len(self.pairs) + 1
            for side, at in ((0, first), (1, second))
        ]
        count = min(before)
        last = self.pairs[count - 1] if count else (0, 0)
        left = first if first is not None and before[0] == count else last[0]
        right = second if second is not None and before[1] == count else last[1]
        return left, right


def align(left: Sequence[str], right: Sequence[str]) -> Aligned:
    """Lay two sequences beside one another.

    Args:
        left: what is the same is equal on both sides.
        right: likewise.
    """
    pairs = common(left, right)
    used = tuple({pair[side] for pair in pairs} for side in (0, 1))
    waiting: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(right):
        if at not in used[1]:
            waiting[word].append(at)
    moved = [
        (at, waiting[word].pop(0)) for at, word in enumerate(left) if at not in used[0] and waiting.get(word)
    ]
    return Aligned(pairs, moved)


def common(left: Sequence[str], right: Sequence[str]) -> Pairs:
    """A longest common subsequence, as pairs of places."""
    begin, end = 0, 0
    while begin < min(len(left), len(right)) and left[begin] == right[begin]:
        begin += 1
    while end < min(len(left), len(right)) - begin and left[-1 - end] == right[-1 - end]:
        end += 1
    inner = _inner(left[begin : len(left) - end], right[begin : len(right) - end])
    return [
        *((at, at) for at in range(begin)),
        *((begin + one, begin + other) for one, other in inner),
        *((len(left) - at, len(right) - at) for at in range(end, 0, -1)),
    ]


def _inner(left: Sequence[str], right: Sequence[str]) -> Pairs:
    """The same, of what has neither beginning nor end in common.

    Each row of the table of lengths is kept as the bits at which it grows: a whole row is one number.
    """
    if not left or not right or len(left) * len(right) > MOST:
        return []
    where: dict[str, int] = defaultdict(int)
    for at, word in enumerate(right):
        where[word] |= 1 << at
    full = (1 << len(right)) - 1
    row, rows = full, [full]  # a 0 where the length grows
    for word in left:
        both = row & where.get(word, 0)
        row = ((row + both) | (row - both)) & full
        rows.append(row)
    found: Pairs = []
    at, to = len(left), len(right)
    while at and to:
        grows = not rows[at] >> (to - 1) & 1
        grew = not rows[at - 1] >> (to - 1) & 1
        if not grows:
            to -= 1
        elif grew and _length(rows[at - 1], to) == _length(rows[at], to):
            at -= 1
        else:
            at, to = at - 1, to - 1
            found.append((at, to))
    return found[::-1]


def _length(row: int, to: int) -> int:
    """How long the common subsequence is, up to a place."""
    return to - (row & ((1 << to) - 1)).bit_count()
