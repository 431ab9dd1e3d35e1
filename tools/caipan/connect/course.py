"""Who died and who won, by the events: what every later ask and state must agree with."""

from __future__ import annotations

from caipan.contract.messages import Ask, Event, State


class Course:
    """What was reported of a game so far."""

    __slots__ = ("_claims", "_dead", "_won", "asked")

    def __init__(self) -> None:
        """Nothing was claimed yet, and nothing reported."""
        self._claims: frozenset[str] = frozenset()
        self.reset()

    def claims(self, events: list[str]) -> None:
        """The hello lists these kinds of event: of no others does it mean anything that none came."""
        self._claims = frozenset(events)

    def reset(self) -> None:
        """A new game."""
        self._dead: set[str] = set()
        self._won: frozenset[str] | None = None
        self.asked: Ask | None = None
        """The ask that stands."""

    def happened(self, event: Event) -> None:
        """Take note of deaths, and of the end."""
        if event.kind == "death":
            self._dead.add(event.player or "")
        elif event.kind == "game_over":
            self._won = frozenset(event.targets)

    def ask(self, ask: Ask, skills: frozenset[str]) -> str | None:
        """That somebody is asked who is dead, or None.

        One may have a skill for one's own death. That the turn of a dead player goes on breaks a rule, and
        is for the scenarios to say.
        """
        if not self._dead or ask.kind in ("idle", "skill") or ask.reason in skills:
            return None
        for name in ask.players:
            if name in self._dead:
                return f"{name} is asked, whose `death` was reported"
        return None

    def state(self, state: State) -> str | None:
        """How a state contradicts what was reported, or None."""
        if (state.over or state.winners or self._won is not None) and (problem := self._end(state)):
            return problem
        for seat in state.players:
            if seat.alive:
                if seat.name in self._dead:
                    return f"{seat.name} is alive, whose `death` was reported"
            elif seat.name not in self._dead and "death" in self._claims:
                return f"{seat.name} is not alive, and no `death` of his was reported"
        asked = self.asked
        if asked is not None and asked.kind == "idle":
            if state.current not in (None, *asked.players):
                return f"its current player is {state.current}, at the idle point of {asked.players[0]}"
            if state.phase not in (None, "play"):
                return f"its phase is `{state.phase}`, at the idle point of {asked.players[0]}"
        return None

    def _end(self, state: State) -> str | None:
        if state.winners and not state.over:
            return f"it has winners ({', '.join(state.winners)}), and is not `over`"
        if len(set(state.winners)) < len(state.winners):
            return f"one of its winners is named twice: {', '.join(state.winners)}"
        if state.over and self.asked is not None:
            return "it is `over`, while an ask waits for an answer"
        if self._won is None:
            return "it is `over`, and no `game_over` was reported" if "game_over" in self._claims else None
        if not state.over:
            return "it is not `over`, though `game_over` was reported"
        if set(state.winners) != self._won:
            named = ", ".join(sorted(self._won)) or "nobody"
            return f"its winners are {', '.join(state.winners) or 'nobody'}, by `game_over` {named}"
        return None
