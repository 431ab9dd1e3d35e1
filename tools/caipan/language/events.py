"""The rows of 依次发生, 恰好发生 and 没有发生: what they say, and which events they match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from caipan.contract.messages import Event
from caipan.contract.vocabulary import EVENT_KINDS, EVENTS, REASONS, TIMING_IDS
from caipan.language import words
from caipan.language.describe import describe_event
from caipan.language.words import Mentions, ScenarioError, unlisted

COLUMNS = ("事件", "角色", "内容", "来源", "对象")

_REASON_IDS = {label: reason for reason, label in REASONS.items()}
_POINTS = re.compile(r"(?P<amount>[0-9]+)点(?P<element>\S*)")
_COUNT = re.compile(r"(?P<count>[0-9]+)张")
# 使用 and 打出 are reasons of a move as well; in a table they are the events of these names.
_WORDS = sorted({*EVENT_KINDS, *_REASON_IDS})


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a pattern for one event. What is empty matches anything."""

    text: str
    """The row as it is written, its cells parted by spaces."""
    kind: str
    reason: str | None = None
    player: str | None = None
    source: str | None = None
    targets: tuple[str, ...] | None = None
    origin: str | None = None
    destination: str | None = None
    amount: int | None = None
    element: str | None = None
    count: int | None = None
    cards: tuple[str, ...] = ()
    name: str | None = None
    skill: str | None = None
    phase: str | None = None
    timing: str | None = None

    def speaks_of(self, event: Event) -> bool:
        """Whether the event is of this kind, and this character's, where the row names one.

        Of timings and of checks, it is the timing itself, and the skill that is checked, that make the kind.
        """
        return (
            event.kind == self.kind
            and self.reason in (None, event.reason)
            and self.timing in (None, event.timing)
            and (self.kind != "check" or self.skill in (None, event.skill))
            and self.player in (None, event.player)
        )

    def matches(self, event: Event) -> bool:
        """Whether the event is of this kind and agrees with every cell that is filled in."""
        return (
            event.kind == self.kind
            and all(
                wanted is None or wanted == given
                for wanted, given in (
                    (self.reason, event.reason),
                    (self.player, event.player),
                    (self.source, event.source),
                    (self.origin, event.origin),
                    (self.destination, event.destination),
                    (self.amount, event.amount),
                    (self.element, event.element),
                    (self.count, len(event.cards)),
                    (self.skill, event.skill),
                    (self.phase, event.phase),
                    (self.timing, event.timing),
                    (self.targets and sorted(self.targets), sorted(event.targets)),
                )
            )
            and self._matches_cards(event)
        )

    def _matches_cards(self, event: Event) -> bool:
        if self.cards:
            real = event.cards or ([event.card] if event.card else [])
            return sorted(real) == sorted(self.cards)
        if self.name is not None:
            if event.card:
                return words.name_of(event.card) == self.name
            return bool(event.cards) and all(words.name_of(card) == self.name for card in event.cards)
        return True


def rows(table: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    """Read a table of events.

    Args:
        table: its rows, the first of which are the names of the columns.

    Raises:
        ScenarioError: an unknown column or event; a cell that cannot be read, or that the event lacks.
    """
    if len(table) < 2:
        raise ScenarioError("expected a table below the step, with a column 事件 and at least one row")
    columns = tuple(table[0])
    unknown = [column for column in columns if column not in COLUMNS]
    if unknown:
        raise ScenarioError(f"column {unknown[0]!r}: expected one of {' '.join(COLUMNS)}")
    if len(set(columns)) < len(columns) or "事件" not in columns:
        raise ScenarioError(f"columns {' '.join(columns)}: expected each once, and 事件 among them")
    return tuple(_row(dict(zip(columns, row, strict=True))) for row in table[1:])


def _row(cells: dict[str, str]) -> Row:
    text = " ".join(cell for column in COLUMNS if (cell := cells.get(column, "")))
    try:
        return _read(text, cells)
    except ScenarioError as error:
        raise ScenarioError(f"row {text!r}: {error}") from None


def _read(text: str, cells: dict[str, str]) -> Row:
    event = cells["事件"]
    if event not in _WORDS:
        raise ScenarioError(f"event {event!r}: expected one of {' '.join(_WORDS)}")
    kind = EVENT_KINDS.get(event, "move")
    reason = None if event in EVENT_KINDS else _REASON_IDS[event]
    has = EVENTS[kind].fields
    who, source, towards = (cells.get(column, "") for column in ("角色", "来源", "对象"))
    for column, cell, allowed in (
        ("角色", who, "player" in has),
        ("来源", source, "source" in has or kind == "move"),
        ("对象", towards, "targets" in has or kind == "move"),
    ):
        if cell and not allowed:
            raise ScenarioError(
                f"column {column}: {cell!r}: the event {event} has none; leave the cell empty"
            )
    move = kind == "move"
    content = _content(event, kind, cells.get("内容", ""))
    return Row(
        text=text,
        kind=kind,
        reason=reason,
        player=words.player(who) if who else None,
        source=words.player(source) if source and not move else None,
        origin=words.zone(source) if source and move else None,
        targets=words.players(towards) if towards and not move else None,
        destination=words.zone(towards) if towards and move else None,
        amount=content.amount,
        element=content.element,
        count=content.count,
        cards=content.cards,
        name=content.name,
        skill=content.skill,
        phase=content.phase,
        timing=content.timing,
    )


@dataclass(frozen=True, slots=True)
class _Content:
    amount: int | None = None
    element: str | None = None
    count: int | None = None
    cards: tuple[str, ...] = ()
    name: str | None = None
    skill: str | None = None
    phase: str | None = None
    timing: str | None = None


def _content(event: str, kind: str, cell: str) -> _Content:
    """The cell 内容, whose meaning follows from the kind of event."""
    if kind == "timing":
        if cell not in TIMING_IDS:
            raise ScenarioError(
                f"column 内容: {cell!r}: expected an official timing, e.g. {_timing_examples()}"
            )
        return _Content(timing=TIMING_IDS[cell])
    if not cell:
        return _Content()
    has = EVENTS[kind].fields
    if "amount" in has:
        points = _POINTS.fullmatch(cell)
        if not points:
            raise ScenarioError(f"column 内容: {cell!r}: expected an amount, e.g. 2点 or 2点火焰")
        return _Content(amount=_some(points["amount"], cell), element=words.element(points["element"]))
    if "skill" in has:
        return _Content(skill=words.name(cell))
    if "phase" in has:
        return _Content(phase=words.phase(cell))
    count = _COUNT.fullmatch(cell) if kind == "move" else None
    if count:
        return _Content(count=_some(count["count"], cell))
    if "card" in has or "cards" in has:
        real = any(suit in cell for suit in "♠♥♣♦")
        if real and "cards" not in has and kind != "judge":
            raise ScenarioError(
                f"column 内容: {cell!r}: the event {event} tells a card's name only, as it was used; "
                f"expected e.g. {words.name_of(words.cards(cell)[0])}"
            )
        return _Content(cards=words.cards(cell)) if real else _Content(name=words.name(cell))
    raise ScenarioError(f"column 内容: {cell!r}: the event {event} has none; leave the cell empty")


def _some(number: str, cell: str) -> int:
    """How many points or cards. No event has none of them: a row that says so would never match."""
    if not words.natural(number):
        raise ScenarioError(f"column 内容: {cell!r}: no such event ever happens; expected 1 at least")
    return int(number)


def _timing_examples() -> str:
    return "造成伤害时, 受到伤害后, 摸牌阶段开始时"


def _mentions(found: Sequence[Row], ordered: bool) -> Mentions:
    """What rows name."""
    zones = [zone for row in found for zone in (row.origin, row.destination) if zone and "." in zone]
    return Mentions(
        players=(
            *(who for row in found for who in (row.player, row.source, *(row.targets or ())) if who),
            *(zone.partition(".")[0] for zone in zones),
        ),
        cards=tuple(card for row in found for card in row.cards),
        names=tuple(row.name for row in found if row.name),
        skills=tuple(row.skill for row in found if row.skill),
        events=tuple(dict.fromkeys(row.kind for row in found)),
        timings=tuple(row.timing for row in found if row.timing),
        ordered=ordered or any(row.kind == "timing" for row in found),
    )


@dataclass(frozen=True, slots=True)
class Happened:
    """依次发生: the rows are a subsequence of the events, in this order."""

    rows: tuple[Row, ...]

    def mentions(self) -> Mentions:
        return _mentions(self.rows, ordered=True)

    def failure(self, events: Sequence[Event]) -> str | None:
        """Why the rows are no ordered subsequence of the events, or nothing if they are."""
        found = Matched.of(self.rows, events)
        missing = found.missing
        if missing is None:
            return None
        at = found.indices[-1] if found.indices else -1
        after = f"第 {at + 1} 个事件 ({describe_event(events[at])}) 之后" if found.indices else "从头到尾"
        earlier = [n for n, event in enumerate(events[: at + 1]) if missing.matches(event)]
        hint = f"; 它在此之前发生过 (第 {earlier[-1] + 1} 个事件)" if earlier else ""
        wanted = " / ".join(row.text for row in self.rows)
        return (
            f"依次发生: {after} 应有「{missing.text}」(第 {len(found.indices) + 1} 行), 实无{hint}. "
            f"各行: {wanted}. 有关的实际事件: {_relevant(self.rows, events)}"
        )


@dataclass(frozen=True, slots=True)
class Matched:
    """Which events the first rows match, and the first row that none matches."""

    indices: tuple[int, ...] = field(default=())
    missing: Row | None = None

    @staticmethod
    def of(wanted: Sequence[Row], events: Sequence[Event]) -> Matched:
        """Match greedily: each row the first event after that of the row before."""
        indices: list[int] = []
        start = 0
        for row in wanted:
            hit = next((n for n in range(start, len(events)) if row.matches(events[n])), None)
            if hit is None:
                return Matched(tuple(indices), row)
            indices.append(hit)
            start = hit + 1
        return Matched(tuple(indices))


@dataclass(frozen=True, slots=True)
class NotHappened:
    """没有发生: no event matches any row."""

    rows: tuple[Row, ...]

    def mentions(self) -> Mentions:
        return _mentions(self.rows, ordered=False)

    def failure(self, events: Sequence[Event]) -> str | None:
        """Which event did happen, or nothing if none did."""
        for row in self.rows:
            for number, event in enumerate(events, start=1):
                if row.matches(event):
                    return f"没有发生: 不应有「{row.text}」, 实有第 {number} 个事件: {describe_event(event)}"
        return None


@dataclass(frozen=True, slots=True)
class ExactlyHappened:
    """恰好发生: of what the rows speak of, just these rows happened, in this order."""

    rows: tuple[Row, ...]

    def mentions(self) -> Mentions:
        return _mentions(self.rows, ordered=True)

    def failure(self, events: Sequence[Event]) -> str | None:
        """Where the events that the rows speak of differ from the rows, or nothing if they do not."""
        spoken = [
            (number, event)
            for number, event in enumerate(events, start=1)
            if any(row.speaks_of(event) for row in self.rows)
        ]
        at = next(
            (
                n
                for n, (row, (_, event)) in enumerate(zip(self.rows, spoken, strict=False))
                if not row.matches(event)
            ),
            min(len(self.rows), len(spoken)),
        )
        if at == len(self.rows) == len(spoken):
            return None
        wanted = f"应为「{self.rows[at].text}」(第 {at + 1} 行)" if at < len(self.rows) else "应已没有"
        actual = "实无"
        if at < len(spoken):
            number, event = spoken[at]
            actual = f"实为第 {number} 个事件: {describe_event(event)}"
        rows = " / ".join(row.text for row in self.rows)
        return (
            f"恰好发生: 第 {at + 1} 个有关的事件{wanted}, {actual}. "
            f"各行: {rows}. 有关的实际事件: {_numbered(spoken)}"
        )


def _relevant(wanted: Sequence[Row], events: Sequence[Event], limit: int = 40) -> str:
    """The events of the kinds that the rows name, numbered."""
    kinds = {(row.kind, row.timing) for row in wanted}
    return _numbered(
        [
            (number, event)
            for number, event in enumerate(events, start=1)
            if (event.kind, event.timing) in kinds
        ],
        limit,
    )


def _numbered(events: Sequence[tuple[int, Event]], limit: int = 40) -> str:
    """Events with their numbers, the first of them."""
    lines = [f"{number} {describe_event(event)}" for number, event in events]
    left = len(lines) - limit
    shown = lines[:limit] + ([f"… 还有 {left} 个"] if left > 0 else [])
    return unlisted([f"[{line}]" for line in shown]) if shown else "无"
