"""The reference behind the contract: the only module that knows the suite.

``python -m sanguosha.adapter`` speaks it over stdio.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from caipan import __version__
from caipan.contract import messages as m
from caipan.contract import vocabulary
from caipan.contract.serve import serve
from sanguosha import turn
from sanguosha.cards import LABEL
from sanguosha.cards.library import FACES
from sanguosha.damage import Damage, damage, lose_hp
from sanguosha.distance import attack_range, distance, hand_limit, in_range
from sanguosha.editions import EDITIONS
from sanguosha.faces import Card, Face
from sanguosha.judgement import judge
from sanguosha.kernel import Ask, Choice, Event, Flow
from sanguosha.recovery import recover
from sanguosha.scene import Seat, lay
from sanguosha.skills.library import GENERALS, SKILLS
from sanguosha.table import Game, Player

HELLO = m.HelloReply(
    protocol=m.PROTOCOL,
    engine=m.EngineInfo("sanguosha reference", __version__),
    editions=list(EDITIONS),
    cards=list(FACES),
    skills=list(SKILLS),
    generals=list(GENERALS),
    events=list(vocabulary.EVENTS),
    timings=list(vocabulary.TIMINGS),
    enters=["turn", "phase", "idle"],
    injects=["damage", "lose_hp", "judge", "recover"],
    queries=["distance", "range", "in_range", "hand_limit"],
    rejects=True,
    scene=["roles", "factions", "genders", "skills", "judgement", "aside", "chained", "face_down"],
)


class Reference:
    """The engine object of the contract: ``handle`` a message, yield the reply."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._flow: Flow[None] | None = None
        self._ask: Ask | None = None
        self._ask_id = 0

    def handle(self, message: m.HarnessMessage) -> Iterator[m.EngineMessage]:
        """Reply to one message: events, then the message that closes the reply."""
        match message:
            case m.Hello():
                yield HELLO
            case m.Reset():
                yield self._reset(message)
            case m.Start():
                yield from self._start(message)
            case m.Answer():
                yield from self._answer(message)
            case m.GetState():
                yield _state(self._table())
            case m.Query():
                yield m.Result(_query(self._table(), message))

    def _table(self) -> Game:
        if self._game is None:
            raise RuntimeError("there is no scene yet: reset comes first")
        return self._game

    def _player(self, name: str) -> Player:
        return _find_player(self._table(), name)

    def _reset(self, message: m.Reset) -> m.EngineMessage:
        self._flow = self._ask = None
        edition = EDITIONS.get(message.edition)
        if edition is None:
            return m.Unsupported(f"edition {message.edition}", f"only {'、'.join(EDITIONS)} are known")
        scene = message.scene
        for missing in _not_there(scene):
            return m.Unsupported(missing, "there is no such thing in this interpreter")
        self._game = lay(
            edition, map(_seat, scene.players), scene.draw_pile, scene.discard_pile, message.seed
        )
        return m.Ready()

    def _start(self, message: m.Start) -> Iterator[m.EngineMessage]:
        game, player = self._table(), self._player(message.player)
        if message.at == "turn":
            opening = turn.turn(game, player)
        elif message.at == "phase":
            if message.phase is None:
                raise RuntimeError("start at a phase needs the phase")
            turn.enter(game, player)
            opening = turn.rest_of_turn(game, player, message.phase)
        else:
            turn.enter(game, player)
            game.phase = "play"
            opening = self._idle(game, player, message.inject)
        self._flow = turn.play_on(game, player, opening)
        yield from self._go_on(None)

    def _idle(self, game: Game, player: Player, inject: m.Inject | None) -> Flow[None]:
        if inject is not None:
            yield from _injected(game, inject)
        yield from turn.rest_of_turn(game, player, "play", opened=True)

    def _answer(self, message: m.Answer) -> Iterator[m.EngineMessage]:
        ask = self._ask
        if ask is None or message.id != self._ask_id:
            raise RuntimeError(f"there is no ask {message.id} to answer")
        if message.choice is None:
            if ask.required:
                yield m.Rejected("this must be decided")
            else:
                yield from self._go_on(None)
            return
        choice = _choice(self._table(), message.choice)
        why = choice if isinstance(choice, str) else ask.check(choice)
        if why is not None:
            yield m.Rejected(why)
        else:
            assert isinstance(choice, Choice)
            yield from self._go_on(choice)

    def _go_on(self, choice: Choice | None) -> Iterator[m.EngineMessage]:
        game, flow = self._table(), self._flow
        assert flow is not None
        game.events.clear()
        try:
            ask: Ask | None = flow.send(choice)
        except StopIteration:
            ask = None
        yield from map(_event, game.events)
        self._ask = ask
        if ask is None:
            yield m.Done(_state(game))
        else:
            self._ask_id += 1
            yield _ask(ask, self._ask_id)


def _injected(game: Game, inject: m.Inject) -> Flow[None]:
    player = _find_player(game, inject.player)
    if inject.kind == "damage":
        source = _find_player(game, inject.source) if inject.source else None
        yield from damage(game, Damage(source, player, inject.amount, inject.element, None, None))
    elif inject.kind == "lose_hp":
        yield from lose_hp(game, player, inject.amount)
    elif inject.kind == "judge":
        yield from judge(game, player, "rule")
    else:
        yield from recover(game, player, inject.amount)


def _find_player(game: Game, name: str) -> Player:
    for player in game.players:
        if player.name == name:
            return player
    raise RuntimeError(f"there is no player {name}")


def _not_there(scene: m.Scene) -> Iterator[str]:
    """What the scene names that the interpreter does not have, or has not in that place."""
    yield from (label for label in (*scene.draw_pile, *scene.discard_pile) if _face(label) is None)
    for seat in scene.players:
        yield from (label for label in (*seat.hand, *seat.aside) if _face(label) is None)
        for label in seat.equipment:
            face = _face(label)
            if face is None or face.skill is None:
                yield label if face is None else f"{label} as equipment"
        for laid in seat.judgement:
            real, _, trick = laid.partition("=")
            face = FACES.get(trick) if trick else _face(real)
            if _face(real) is None or face is None:
                yield laid
            elif face.category != "delayed":
                yield f"{laid} as a delayed trick"
        yield from (name for name in seat.skills if name not in SKILLS)
        if seat.general is not None and seat.general not in GENERALS:
            yield seat.general


def _face(label: str) -> Face | None:
    match = LABEL.fullmatch(label)
    return FACES.get(match["name"]) if match else None


def _seat(seat: m.PlayerScene) -> Seat:
    return Seat(
        name=seat.name,
        hp=seat.hp,
        max_hp=seat.max_hp,
        general=seat.general,
        skills=tuple(seat.skills),
        role=seat.role or "",
        faction=seat.faction,
        gender=seat.gender,
        hand=tuple(seat.hand),
        equipment=tuple(seat.equipment),
        judgement=tuple(seat.judgement),
        aside=tuple(seat.aside),
        chained=seat.chained,
        face_down=seat.face_down,
    )


def _choice(game: Game, choice: m.Choice) -> Choice | str:
    """The decision in the interpreter's own terms, or why it has no meaning at this table."""
    cards = {card.label: card for card in _all_cards(game)}
    players = {player.name: player for player in game.players}
    strange = [name for name in choice.cards if name not in cards]
    strange += [name for name in choice.targets if name not in players]
    if strange:
        return f"there is no {'、'.join(strange)} at this table"
    return Choice(
        use=choice.use or "",
        cards=[cards[label] for label in choice.cards],
        targets=[players[name] for name in choice.targets],
        skill=choice.skill or "",
        blind=choice.zone == "hand",
    )


def _all_cards(game: Game) -> Iterator[Card]:
    for zone in (game.draw_pile, game.discard_pile, game.processing):
        yield from zone.cards
    for player in game.players:
        for zone in (player.hand, player.equipment, player.judgement, player.aside):
            yield from zone.cards


def _ask(ask: Ask, id: int) -> m.Ask:
    return m.Ask(
        id=id,
        players=[ask.player.name],
        kind=ask.kind,
        required=ask.required,
        names=list(ask.names),
        skills=list(ask.skills),
        cards=_labels(ask.cards),
        targets=[player.name for player in ask.targets],
        min=ask.least,
        max=ask.most,
        reason=ask.reason,
        subject=ask.subject.name if ask.subject else None,
    )


def _event(event: Event) -> m.Event:
    facts = {name: _plain(value) for name, value in event.facts.items()}
    player = event.player.name if event.player else None
    return m.Event(kind=event.kind, id=event.id, parent=event.parent or None, player=player, **facts)


def _plain(value: Any) -> Any:
    if isinstance(value, (Card, Player)):
        return value.label if isinstance(value, Card) else value.name
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _labels(cards: Iterable[Card]) -> list[str]:
    return [card.label for card in cards]


def _state(game: Game) -> m.State:
    return m.State(
        players=[_player_state(player) for player in game.players],
        draw_pile=_labels(game.draw_pile.cards),
        discard_pile=_labels(game.discard_pile.cards),
        processing=_labels(game.processing.cards),
        current=game.current.name if game.current else None,
        phase=game.phase,
        over=game.over,
        winners=[player.name for player in game.winners],
    )


def _player_state(player: Player) -> m.PlayerState:
    return m.PlayerState(
        name=player.name,
        hp=player.hp,
        max_hp=player.max_hp,
        alive=player.alive,
        hand=_labels(player.hand.cards),
        equipment=_labels(player.equipment.cards),
        judgement=[
            f"{card.label}={card.guise.name}" if card.guise else card.label for card in player.judgement.cards
        ],
        aside=_labels(player.aside.cards),
        skills=[holder.skill.name for holder in player.holders if holder.card is None],
        chained=player.chained,
        face_down=player.face_down,
    )


def _query(game: Game, query: m.Query) -> int | bool:
    player = _find_player(game, query.player)
    if query.what == "range":
        return attack_range(player)
    if query.what == "hand_limit":
        return hand_limit(game, player)
    if query.target is None:
        raise RuntimeError(f"{query.what} needs a target")
    target = _find_player(game, query.target)
    if query.what == "distance":
        return distance(game, player, target)
    return in_range(game, player, target)


if __name__ == "__main__":
    serve(Reference())
