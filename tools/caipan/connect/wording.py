"""Which cards and skills an engine may speak of: those of its hello, and those of the scene."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from caipan.contract.messages import Ask, Event, HelloReply, Scene
from caipan.deck import KNOWN

_SUIT = re.compile("[♠♥♣♦]")

POINTS = frozenset({"damage", "deduct", "lose_hp", "recover"})
"""Kinds of event whose amount is a number of points."""


class Wording:
    """The words of a hello and of a scene. Before there is a hello, any word will do."""

    __slots__ = ("_cards", "_hello", "_real", "_scene", "_with_general", "skills")

    def __init__(self) -> None:
        """There is neither."""
        self._hello: HelloReply | None = None
        self._cards: frozenset[str] = frozenset()
        self.skills: frozenset[str] = frozenset()
        """Those of the hello, and its cards, for they have skills, too."""
        self._scene: Scene | None = None
        self._real: Collection[str] = ()
        self._with_general: frozenset[str] = frozenset()

    def greeted(self, hello: HelloReply) -> None:
        """The engine says what it has."""
        self._hello = hello
        self._cards = frozenset(hello.cards)
        self.skills = frozenset((*hello.skills, *hello.cards))

    def lay(self, scene: Scene, real: Collection[str]) -> None:
        """A scene is laid, of these real cards."""
        self._scene = scene
        self._real = real
        self._with_general = frozenset(seat.name for seat in scene.players if seat.general)

    def event(self, event: Event) -> str | None:
        """What in an event speaks of no card or skill that there is, or None."""
        card = event.card
        if card is not None:
            if event.kind == "judge":
                if card not in self._real:
                    return f"its card `{card}` is no card of the scene: a judgement has the real card"
            elif problem := self.card(card):
                return f"its card {problem}"
        if event.cards:
            if problem := self.real(event.cards):
                return problem
            if len(event.cards) > 1 and (again := twice(event.cards)):
                return f"its cards have {again} twice"
        skill = event.skill
        # What the rules ask for, `check`, may well be a skill that the engine does not have.
        if skill is not None and event.kind != "check" and (problem := self.skill(skill, event.player)):
            return f"its skill {problem}"
        if event.amount is not None and event.amount < 1 and event.kind in POINTS:
            return f"its amount is {event.amount}: expected 1 or more"
        return None

    def ask(self, ask: Ask) -> str | None:
        """What an ask offers that there is not, or has twice, or too little of, or None."""
        if ask.cards and (problem := self.real(ask.cards)):
            return problem
        for word in ask.skills:
            if problem := self.skill(word, *ask.players):
                return f"one of its skills, {problem}"
        for what in ("names", "skills", "cards", "options"):
            listed: list[str] = getattr(ask, what)
            if len(listed) > 1 and (again := twice(listed)):
                return f"its {what} have {again} twice"
        offered = ask.cards if ask.kind in ("cards", "give") else ask.targets if ask.kind == "targets" else []
        if offered and ask.min > len(offered):
            return f"its min {ask.min} is more than the {len(offered)} that it lists"
        return None

    def real(self, cards: Sequence[str]) -> str | None:
        """That one of the cards is no real card of the scene, or None."""
        for card in cards:
            if card not in self._real:
                return f"its cards have `{card}`, which is no card of the scene"
        return None

    def card(self, word: str) -> str | None:
        """That a word is no card, neither a name nor a real one, or None.

        A skill may make a card of which the engine has none: 八卦阵 a 闪, 神速 a 杀.
        """
        if self._hello is None or word in self._cards or word in self._real or word in KNOWN:
            return None
        if word in self._names():
            return None
        return f"`{word}` is neither among the `cards` of the hello nor in the scene"

    def skill(self, word: str, *players: str | None) -> str | None:
        """That a word is no skill of one of the players, or None.

        Cards have skills, too; and what skills a general has need not all be in the hello.
        """
        if self._hello is None or word in self.skills or not self._with_general.isdisjoint(players):
            return None
        if word in self._given():
            return None
        return f"`{word}` is neither among the `skills` or `cards` of the hello nor in the scene"

    def _names(self) -> Iterator[str]:
        """Names of the scene's cards, and the tricks as which some of them lie there."""
        yield from (_SUIT.split(card, 1)[0] for card in self._real)
        if self._scene is not None:
            for seat in self._scene.players:
                yield from (trick for laid in seat.judgement if (trick := laid.partition("=")[2]))

    def _given(self) -> Iterator[str]:
        """Skills of the scene."""
        if self._scene is not None:
            for seat in self._scene.players:
                yield from seat.skills
        yield from self._names()


def twice(words: Sequence[str]) -> str | None:
    """A word that a list has twice, or None."""
    if len(set(words)) == len(words):
        return None
    return next(word for word in words if words.count(word) > 1)
