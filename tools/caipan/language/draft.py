"""A scenario as its steps give it, checked step by step: everything that it names must be on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from caipan.language import scene, words
from caipan.language.checks import Check
from caipan.language.scene import Discarded, Part, Pile, Seats
from caipan.language.script import Enter, Happen, Move, Opener
from caipan.language.words import Mentions, ScenarioError


@dataclass(slots=True)
class Draft:
    """A scenario while it is collected. Its steps come in the order of the feature file."""

    parts: list[Part] = field(default_factory=list)
    enter: Enter | None = None
    happen: Happen | None = None
    moves: list[Move] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    _cards: frozenset[str] = frozenset()
    """All real cards of the scene."""

    @property
    def seats(self) -> Seats | None:
        """The table of characters, once it was given."""
        return next((part for part in self.parts if isinstance(part, Seats)), None)

    def given(self, part: Part) -> None:
        """Take a 假如 step.

        Raises:
            ScenarioError: it comes twice or too late, or has a card that the scene has already.
        """
        if self.enter or self.happen or self.moves or self.checks:
            raise ScenarioError("假如 after 当 or 那么: the scene must be complete before anything happens")
        if any(isinstance(known, type(part)) for known in self.parts):
            what = {Seats: "the characters", Pile: "the draw pile", Discarded: "the discard pile"}[type(part)]
            raise ScenarioError(
                f"{what} were given twice" if isinstance(part, Seats) else f"{what} is given twice"
            )
        self._cards = frozenset(scene.cards_of([*self.parts, part]))
        self.parts.append(part)

    def when(self, line: Opener | Move) -> None:
        """Take a 当 step.

        Raises:
            ScenarioError: an opener too late or twice, or somebody or something that is not on the table.
        """
        self._known(line.mentions())
        match line:
            case Enter() | Happen():
                if self.moves or self.checks:
                    raise ScenarioError(
                        f"{line}: where a scenario begins can only be said before all moves and 那么"
                    )
                self._open(line)
            case _:
                self.moves.append(line)

    def _open(self, line: Opener) -> None:
        match line:
            case Enter():
                if self.enter:
                    raise ScenarioError(f"{line}: the scenario already begins at {self.enter}")
                self.enter = line
            case Happen():
                if self.happen:
                    raise ScenarioError(
                        f"{line}: {self.happen} happens already; one such thing may begin a scenario"
                    )
                self.happen = line
        if self.happen and self.enter and self.enter.at != "idle":
            raise ScenarioError(
                f"{self.happen}: this can only happen in a play phase; it does not go with {self.enter}"
            )

    def then(self, check: Check) -> None:
        """Take a 那么 step.

        Raises:
            ScenarioError: it names somebody or something that is not on the table.
        """
        self._known(check.mentions())
        self.checks.append(check)

    def _known(self, named: Mentions) -> None:
        """A misspelt card would make 不在弃牌堆 hold for ever: what is named must be there."""
        seats = self.seats
        if seats is None:
            raise ScenarioError("no characters: expected 假如 场上依次为: and its table first")
        names = [seat.name for seat in seats.players]
        for player in named.players:
            if player not in names:
                raise ScenarioError(f"{player} is not on the table ({words.unlisted(names)})")
        for card in named.cards:
            if card not in self._cards:
                raise ScenarioError(
                    f"{card} is nowhere in the scene: give it to somebody, or put it on a pile"
                )

    def entrance(self) -> Enter:
        """Where the game is entered: as it was said, or at the idle point of the first character."""
        if self.enter:
            return self.enter
        if self.seats is None:
            raise ScenarioError("no characters: expected 假如 场上依次为: and its table")
        return Enter("idle", self.seats.players[0].name)
