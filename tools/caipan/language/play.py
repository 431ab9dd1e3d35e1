"""One scenario against one engine: the scene is laid, the script played, the end examined."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from caipan.connect.base import Connection
from caipan.connect.check import shorten
from caipan.contract.messages import (
    Answer,
    Ask,
    Done,
    EngineMessage,
    Event,
    GetState,
    HarnessMessage,
    Inject,
    Query,
    Ready,
    Rejected,
    Reset,
    Result,
    Start,
    State,
)
from caipan.contract.messages import Unsupported as NotSupported
from caipan.language import match, scene, unasked
from caipan.language.account import Account, Asked, account_of, describe_answer
from caipan.language.checks import Check
from caipan.language.describe import describe_ask
from caipan.language.draft import Draft
from caipan.language.match import Attempt, Decision, Opened, Rest, Unscripted
from caipan.language.needs import Needs, missing, needs_of
from caipan.language.scene import Part
from caipan.language.script import Barred, Cannot, Discard, Happen, Move, Opener
from caipan.verdict import EngineBroke, RuleBroken, Stopped, Unsupported

LIMIT = 2000
"""How many answers one scenario may take; an engine that asks for more asks without end."""


SAID = 1000
"""Characters of what an engine says for itself that a verdict quotes."""

REJECTED, NOT_OFFERED, NOT_ASKED = "试过, 被拒绝", "没有机会试", "未经询问, 只能如此"
"""Remarks on entries of the script that were not simply done: on 不能, and on a discard without choice."""


class Table:
    """One scenario against one engine.

    The steps hand over what they say (``given``, ``when``, ``then``). The script is played when the first
    check comes, and again whenever a check follows further moves; ``finish`` plays what is left. Whoever owns
    the connection begins and ends it.
    """

    edition: str
    events: list[Event]
    """Everything that happened since the scene was laid."""
    transcript: list[Asked]
    """Every ask that came, and how it was answered."""

    def __init__(
        self, connection: Connection, *, edition: str, needs: Needs | None = None, seed: int = 0
    ) -> None:
        """Lay nothing yet.

        Args:
            connection: the engine.
            edition: the edition of the rules to play by.
            needs: what the whole scenario needs, if that is known beforehand (``reading.needs_of``); else
                what its checks need comes to light only as they come.
            seed: for what the scene leaves to chance.
        """
        self.edition = edition
        self.events = []
        self.transcript = []
        self._connection = connection
        self._needs = needs
        self._seed = seed
        self._draft = Draft()
        self._opened: Opened = {}
        self._reached = 0
        self._remarks: dict[int, str] = {}
        self._since = 0
        self._answers = 0
        self._started = False
        self._standing: Ask | None = None
        self._state: State | None = None
        self._stopped: Stopped | None = None

    # --- what the steps say -------------------------------------------------

    def given(self, part: Part) -> None:
        """Take a 假如 step.

        Raises:
            caipan.language.words.ScenarioError: it does not go with the steps before it.
        """
        self._draft.given(part)

    def when(self, line: Opener | Move) -> None:
        """Take a 当 step.

        Raises:
            caipan.language.words.ScenarioError: it does not go with the steps before it.
        """
        self._draft.when(line)

    def then(self, check: Check) -> None:
        """Take a 那么 step: play what is not yet played, and check.

        Raises:
            caipan.language.words.ScenarioError: it does not go with the steps before it.
            caipan.verdict.Stopped: the scenario ends here, with another verdict than passed.
        """
        self._draft.then(check)
        self.play()
        failure = check.failure(self)
        if failure:
            raise self._stop(RuleBroken(failure))

    def finish(self) -> None:
        """Play what no check has played, and see that no entry is left over. Does nothing after a failure.

        Raises:
            caipan.verdict.Stopped: the scenario ends here, with another verdict than passed.
        """
        if self._stopped is None:
            self.play()

    # --- playing ------------------------------------------------------------

    def play(self) -> None:
        """Play the script until the game rests. Does nothing where there is nothing to play.

        Raises:
            caipan.verdict.Unsupported: the engine lacks what the scenario needs.
            caipan.verdict.RuleBroken: a move was rejected, never came due, or a choice is not scripted.
            caipan.verdict.Stopped: the engine broke or fell silent.
        """
        if self._stopped:
            raise self._stopped
        try:
            self._require()
            if not self._started:
                self._start()
            while self._go_on():
                pass
            self._no_entry_left()
        except Stopped as stopped:
            raise self._stop(stopped) from None

    def _stop(self, stopped: Stopped) -> Stopped:
        self._stopped = stopped
        return stopped

    def _require(self) -> None:
        """Nothing is played of a scenario for which the engine lacks something."""
        if self._needs and self._started:
            return
        lacking = missing(self._needs or needs_of(self._draft), self._connection.hello)
        if lacking:
            raise lacking
        if self.edition not in self._connection.hello.editions:
            raise Unsupported(f"edition {self.edition}", "the engine's hello does not list it")

    def _start(self) -> None:
        laid = scene.build(self._draft.parts, self._connection.hello.cards)
        entrance, happen = self._draft.entrance(), self._draft.happen
        inject = _inject(happen) if happen else None
        self._started = True
        close = self._exchange(Reset(self.edition, laid, self._seed))
        if not isinstance(close, Ready):
            raise _unexpected("reset", close)
        self._take("start", self._exchange(Start(entrance.at, entrance.player, entrance.phase, inject)))

    def _go_on(self) -> bool:
        """Play one move more. Returns whether there was one; else the game rests, or is over."""
        while self._was_done_unasked():
            pass
        return self._standing is not None and self._step(self._standing)

    def _step(self, ask: Ask) -> bool:
        """Answer the ask that stands. Returns whether there was an answer; else the game rests."""
        left = self._draft.moves[self._reached :]
        match match.decide(ask, left, self._opened):
            case Rest():
                self._note(how="rest")
                return False
            case Unscripted(player=player):
                if ask.mode == "one" and (only := match.only_pick(ask, self.state().players)):
                    self._answer(ask, Decision(Answer(ask.id, only), "only", 0, self._opened))
                    return True
                self._note(how="unscripted")
                entry = f"the next entry is «{left[0]}»" if left else "the script is at its end"
                raise RuleBroken(f"unscripted required choice of {player}: «{describe_ask(ask)}»; {entry}")
            case Attempt() as attempt:
                self._attempt(ask, attempt)
                return True
            case Decision() as decision:
                self._answer(ask, decision)
                return True

    def _attempt(self, ask: Ask, attempt: Attempt) -> None:
        if not self._rejects(attempt.answer, attempt.entry.move):
            raise RuleBroken(
                f"accepted though it must be rejected: «{attempt.entry.move}» at «{describe_ask(ask)}»"
            )
        self._note(entries=self._entries(attempt.used))
        self._use_up(attempt.used, REJECTED)

    def _answer(self, ask: Ask, decision: Decision) -> None:
        self._note(how=decision.how, answer=decision.answer, entries=self._entries(decision.used))
        close = self._send(decision.answer)
        if isinstance(close, Rejected):
            self._note(rejected=close.why)
            raise self._refused(ask, decision, shorten(close.why, SAID))
        self._use_up(decision.used)
        self._opened = decision.opened
        self._take("answer", close)

    def _entries(self, count: int) -> list[int]:
        """The entries that the ask that stands has used up, with so many more."""
        return [*self.transcript[-1].entries, *range(self._reached, self._reached + count)]

    def _use_up(self, count: int, remark: str = "") -> None:
        """Go on in the script, with a remark on the last of these entries."""
        for number in range(self._reached, self._reached + count):
            if isinstance(self._draft.moves[number], Cannot):
                self._remarks[number] = NOT_OFFERED
        self._reached += count
        if remark:
            self._remarks[self._reached - 1] = remark

    def _next(self) -> tuple[int, Move] | None:
        """The next entry that must come due, and its number: a 不能 may wait for ever."""
        left = enumerate(self._draft.moves[self._reached :], self._reached)
        return next(((number, move) for number, move in left if not isinstance(move, Cannot)), None)

    def _was_done_unasked(self) -> bool:
        """Whether the next entry discards what was discarded already, unasked, as nothing else could be."""
        match self._next():
            case (number, Discard() as entry) if not (self._standing and match.fits(entry, self._standing)):
                found = unasked.discarded(entry, self.events[self._since :])
            case _:
                return False
        if found is None:
            return False
        since = self.events[self._since + found.start :]
        seat = next((seat for seat in self.state().players if seat.name == entry.player), None)
        if seat is None or not unasked.was_forced(entry, since, seat):
            return False
        self._since += found.stop
        self._use_up(number + 1 - self._reached, NOT_ASKED)
        return True

    def _refused(self, ask: Ask, decision: Decision, why: str) -> Stopped:
        asked = f"at «{describe_ask(ask)}»"
        match decision.how:
            case "script":
                used = self._draft.moves[self._reached : self._reached + decision.used]
                moves = [str(move) for move in used if not isinstance(move, Cannot)]
                return RuleBroken(f"rejected: «{'»、«'.join(moves)}» {asked}: {why}")
            case "detail":
                said = describe_answer(decision.answer)
                return RuleBroken(f"rejected: «{said}» of an earlier 发动 {asked}: {why}")
            case "declined":
                return EngineBroke(f"the engine rejects a refusal {asked}, which is not required: {why}")
            case "only":
                return EngineBroke(f"the engine rejects the only possible answer {asked}: {why}")

    def _no_entry_left(self) -> None:
        left = self._next()
        if left is None:
            return
        number, entry = left
        came = [describe_ask(asked.ask) for asked in self.transcript]
        where = (
            f"the game rests at «{came[-1]}»" if self._standing else "the entered part of the game is over"
        )
        listed = "; ".join(f"«{line}»" for line in came) or "none"
        raise RuleBroken(
            f"never came due: «{entry}» (entry {number + 1} of {len(self._draft.moves)}); {where}; "
            f"asks that came: {listed}"
        )

    # --- the engine ---------------------------------------------------------

    def _send(self, answer: Answer) -> EngineMessage:
        self._answers += 1
        if self._answers > LIMIT:
            raise EngineBroke(f"the engine asks without end: more than {LIMIT} answers in one scenario")
        return self._exchange(answer)

    def _exchange(self, message: HarnessMessage) -> EngineMessage:
        reply = self._connection.exchange(message)
        self.events += reply.events
        if isinstance(reply.close, NotSupported):
            raise Unsupported(shorten(reply.close.what, SAID), shorten(reply.close.why, SAID))
        return reply.close

    def _take(self, sent: str, close: EngineMessage) -> None:
        """Go on to where the engine waits next."""
        self._since = self.transcript[-1].at if self.transcript else 0
        match close:
            case Ask():
                self._standing, self._state = close, None
                self.transcript.append(Asked(len(self.events), close))
            case Done(state=state):
                self._standing, self._state = None, state
            case _:
                raise _unexpected(sent, close)

    def _note(self, **changes: object) -> None:
        self.transcript[-1] = msgspec.structs.replace(self.transcript[-1], **changes)

    # --- what the checks see ------------------------------------------------

    @property
    def asks(self) -> Sequence[Ask]:
        """Every ask that came."""
        return [asked.ask for asked in self.transcript]

    @property
    def waits(self) -> bool:
        """Whether an ask stands: the entered part of the game goes on."""
        return self._standing is not None

    def state(self) -> State:
        """The table where the game rests.

        Raises:
            caipan.verdict.Stopped: the engine breaks over it.
        """
        if self._state is None:
            close = self._exchange(GetState())
            if not isinstance(close, State):
                raise self._stop(_unexpected("state", close))
            self._state = close
        return self._state

    def query(self, question: Query) -> int | bool:
        """Ask the engine about the table.

        Raises:
            caipan.verdict.Stopped: the engine does not know, or breaks over it.
        """
        close = self._exchange(question)
        if not isinstance(close, Result):
            raise self._stop(_unexpected("query", close))
        return close.value

    def accepts(self, move: Barred) -> bool:
        """Try a move at the ask that stands. An accepted one is played, and the game goes on from there.

        Returns:
            False if it is rejected, or if no ask stands that it could answer.

        Raises:
            caipan.verdict.Stopped: it cannot be tried, or the engine breaks over it.
        """
        ask = self._standing
        if ask is None or not match.fits(move, ask):
            return False
        player = move.player if ask.mode == "any" else None
        return not self._rejects(Answer(ask.id, match.choice_of(move), player=player), move)

    def _rejects(self, answer: Answer, move: Barred) -> bool:
        self._note(tried=[*self.transcript[-1].tried, str(move)])
        close = self._send(answer)
        if isinstance(close, Rejected):
            return True
        self._take("answer", close)
        if match.goes_by_steps(move, self._standing):
            raise Unsupported(f"trying «{move}»", "the engine asks for what it takes only after the 发动")
        return False

    @property
    def account(self) -> Account:
        """The scenario as it was set up and as it went so far."""
        return account_of(
            self.edition,
            self._draft,
            self._reached,
            self._remarks,
            self.transcript,
            self.events,
            self._state,
        )


def _inject(happen: Happen) -> Inject:
    return Inject(happen.kind, happen.player, happen.amount, happen.source, happen.element)


def _unexpected(sent: str, close: EngineMessage) -> EngineBroke:
    return EngineBroke(f"the engine closes its reply to {sent} with {type(close).__name__.lower()}")
