"""The messages of the adapter protocol, version 1.

The harness speaks first, always; the engine answers each message with any
number of ``event`` messages and then exactly one message that closes the reply:

======================  ====================================================
harness sends           the reply closes with
======================  ====================================================
``hello``               ``hello`` or ``error``
``reset``               ``ready``, ``unsupported`` or ``error``
``start``               ``ask``, ``done``, ``unsupported`` or ``error``
``answer``              ``ask``, ``rejected``, ``done`` or ``error``
``state``               ``state`` or ``error``
``query``               ``result``, ``unsupported`` or ``error``
======================  ====================================================

On the wire every message is one JSON object on one line of its own, in UTF-8,
with its name under ``type``. Events happen in reply to ``start`` and ``answer``
only, and none before ``rejected``. Players are named as in the scene (甲, 乙, …), cards by
name, suit and number (``杀♠7``; a second copy is ``杀♠7#2``).

Unknown fields are refused in both directions: a misspelt field is an error that
is seen at once, not a setting that is silently ignored.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
"""The version of the protocol that this suite speaks."""

Phase = Literal["prep", "judge", "draw", "play", "discard", "finish"]
Element = Literal["fire", "thunder"]
Role = Literal["lord", "loyalist", "rebel", "renegade"]
Gender = Literal["male", "female"]
Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


class _Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every part of a message has in common: frozen, closed, terse."""


# --- the scene --------------------------------------------------------------


class PlayerScene(_Message, frozen=True):
    """One character of a scene (角色), in the order of the table (逆时针)."""

    name: str
    hp: int
    max_hp: Positive
    general: str | None = None
    """The general's name (武将), or null for a general without skills."""
    skills: list[str] = []
    """Skills that the character has beside its general's own."""
    role: Role | None = None
    faction: str | None = None
    gender: Gender | None = None
    hand: list[str] = []
    equipment: list[str] = []
    judgement: list[str] = []
    """The delayed tricks before the character (判定区), oldest first. A card that lies there as another
    trick is written ``杀♠7=乐不思蜀``."""
    aside: list[str] = []
    """Cards on the general (武将牌上的牌), e.g. those of 不屈."""
    chained: bool = False
    face_down: bool = False


class Scene(_Message, frozen=True):
    """A whole table. Without roles nobody wins and nobody is rewarded."""

    players: Annotated[list[PlayerScene], Meta(min_length=2)]
    draw_pile: list[str] = []
    """The whole draw pile (牌堆), top first. Nothing lies below the last card."""
    discard_pile: list[str] = []


# --- decisions --------------------------------------------------------------

AskKind = Literal["idle", "use", "play", "skill", "cards", "pick", "give", "targets", "option"]
"""What is decided.

``idle``     the idle point of the play phase (空闲时间点): use a card, invoke a skill, or end the phase
``use``      use one of the cards ``names`` in response (使用)
``play``     play one of the cards ``names`` in response (打出)
``skill``    invoke one of ``skills`` (发动), with what it costs and whom it targets, or none
``cards``    choose ``min`` to ``max`` of one's own cards (usually to discard them)
``pick``     choose a card of another player: a named one, or his hand (``zone``), which is drawn blindly
``give``     choose cards and the one player who gets them
``targets``  choose ``min`` to ``max`` players
``option``   choose one of ``options``
"""

AskMode = Literal["one", "any", "all"]
"""Who decides: the one player; whoever of ``players`` the harness names (a race); each of them at once."""


class Choice(_Message, frozen=True):
    """One player's decision; what the kind of the ask does not call for stays empty."""

    use: str | None = None
    """The name of the card that is used or played, e.g. ``杀``."""
    cards: list[str] = []
    """The cards it consists of, or the cards chosen, discarded, given. One card whose own name is ``use`` is
    used as itself; anything else is a conversion (将…当…)."""
    targets: list[str] = []
    skill: str | None = None
    """The skill that is invoked. A conversion need not name its skill if only one makes it."""
    option: str | None = None
    zone: Literal["hand"] | None = None
    """Kind ``pick``: a blind card of that player's hand, instead of a named card."""


# --- harness to engine ------------------------------------------------------


class Hello(_Message, frozen=True, tag="hello"):
    """The first message: which versions of the protocol the harness speaks."""

    protocol: list[int]
    suite: str


class Reset(_Message, frozen=True, tag="reset"):
    """A fresh game in exactly this scene; whatever went before is forgotten."""

    edition: str
    scene: Scene
    seed: int = 0
    """For what the scene leaves to chance (a blind pick, a reshuffle)."""


class Inject(_Message, frozen=True):
    """Something that simply happens before the entered part goes on."""

    kind: Literal["damage", "lose_hp", "judge", "recover"]
    player: str
    amount: Positive = 1
    source: str | None = None
    element: Element | None = None


class Start(_Message, frozen=True, tag="start"):
    """Enter the game: at a turn, a phase, or the idle point of the play phase."""

    at: Literal["turn", "phase", "idle"]
    player: str
    phase: Phase | None = None
    inject: Inject | None = None
    """Only with ``idle``: resolved before the first ask of the phase."""


class Answer(_Message, frozen=True, tag="answer"):
    """The decision that an ask waits for. ``choice`` null means: no / pass / end the phase."""

    id: int
    """Of the ask that stands; after ``reset`` and ``done`` none does. Any other one is refused, too."""
    choice: Choice | None = None
    player: str | None = None
    """Who decides, where the ask's mode is ``any`` and ``choice`` is not null."""
    choices: dict[str, Choice | None] | None = None
    """Everybody's decision, where the ask's mode is ``all``."""


class GetState(_Message, frozen=True, tag="state"):
    """Show the table. Sent at an ask, after ``ready`` or after ``done``."""


class Query(_Message, frozen=True, tag="query"):
    """A question about the table that changes nothing.

    ``distance`` from player to target; ``range`` (attack range) of player;
    ``in_range``: whether target is in player's attack range; ``hand_limit`` of player.
    """

    what: Literal["distance", "range", "in_range", "hand_limit"]
    player: str
    target: str | None = None


HarnessMessage = Hello | Reset | Start | Answer | GetState | Query

# --- engine to harness ------------------------------------------------------


class EngineInfo(_Message, frozen=True):
    name: str
    version: str
    url: str | None = None


class HelloReply(_Message, frozen=True, tag="hello"):
    """What the engine is, implements and can show: the same at each of its starts."""

    protocol: int
    engine: EngineInfo
    editions: list[str]
    cards: list[str]
    """Names of the cards, without suit and number."""
    skills: list[str]
    """Names of general skills."""
    generals: list[str] = []
    """Generals that a scene may name. A scene's general without this is *unsupported*."""
    events: list[str] = []
    """Kinds of event that it reports, from the vocabulary."""
    timings: list[str] = []
    """Official timings that it reports as events of kind ``timing``."""
    enters: list[Literal["turn", "phase", "idle"]] = msgspec.field(default_factory=lambda: ["idle"])
    injects: list[Literal["damage", "lose_hp", "judge", "recover"]] = []
    queries: list[Literal["distance", "range", "in_range", "hand_limit"]] = []
    rejects: bool = False
    """Whether an illegal answer comes back as ``rejected``."""
    scene: list[
        Literal["roles", "factions", "genders", "skills", "judgement", "aside", "chained", "face_down"]
    ] = []
    """Parts of a scene, beside seats, hp, hand and equipment, that it can set up."""


class Ready(_Message, frozen=True, tag="ready"):
    """The scene stands."""


class Unsupported(_Message, frozen=True, tag="unsupported"):
    """The engine has no such thing. No verdict on the rule follows from it."""

    what: str
    why: str = ""


class Event(_Message, frozen=True, tag="event"):
    """Something happened. ``kind`` and ``timing`` come from the vocabulary."""

    kind: str
    id: int | None = None
    """A number for this event, which no other event has since ``reset``, if anything is nested in it."""
    parent: int | None = None
    """The event in whose resolution this one happens, if the engine knows it."""
    player: str | None = None
    """Who: uses, plays, judges, is damaged, draws, loses, invokes, owns the turn."""
    source: str | None = None
    """Where damage comes from."""
    targets: list[str] = []
    card: str | None = None
    """The card's name (``杀``), or a real card (``杀♠7``) where there is exactly one."""
    cards: list[str] = []
    """The real cards that are moved, used or played."""
    origin: str | None = None
    """Kind ``move``: the zone left, e.g. ``甲.hand``, ``draw``; see the vocabulary."""
    destination: str | None = None
    """Kind ``move``: the zone entered."""
    reason: str | None = None
    """Kind ``move``: why; see the vocabulary."""
    skill: str | None = None
    """The skill, or the card whose skill it is, of the hello or of the scene."""
    amount: int | None = None
    """How many points: 1 or more."""
    element: Element | None = None
    phase: Phase | None = None
    timing: str | None = None


class Ask(_Message, frozen=True, tag="ask"):
    """A decision is due; the engine waits for the ``answer``. Whoever it names is at the table, and once.

    The dead are asked for nothing but skills of their own.
    """

    id: int
    """A number that no other ask has since ``reset``."""
    players: Annotated[list[str], Meta(min_length=1)]
    kind: AskKind
    mode: AskMode = "one"
    required: bool = False
    """Whether a null answer is refused, by ``rejected`` or ``error``."""
    names: list[str] = []
    """Kinds ``use`` and ``play``: the card names that are called for."""
    skills: list[str] = []
    cards: list[str] = []
    """The cards to choose from, where the engine lists them."""
    targets: list[str] = []
    """The players to choose from, where the engine lists them."""
    options: list[str] = []
    min: Natural = 1
    """No more than ``max``, nor than is listed to choose from."""
    max: Natural = 1
    reason: str | None = None
    """The card or skill that asks, or ``rule``."""
    subject: str | None = None
    """The player it is about: the dying one, the owner of the card picked, the one attacked by."""


class Rejected(_Message, frozen=True, tag="rejected"):
    """The answer is not legal; the ask stands and may be answered again."""

    why: str


class PlayerState(_Message, frozen=True):
    name: str
    hp: int
    max_hp: int
    alive: bool = True
    """As reported by ``death``, if the hello lists it."""
    hand: list[str] = []
    equipment: list[str] = []
    judgement: list[str] = []
    aside: list[str] = []
    skills: list[str] = []
    chained: bool = False
    face_down: bool = False


class State(_Message, frozen=True, tag="state"):
    """The whole table: each card of the scene lies in one place at most, and there are no others.

    An engine that shows its draw pile accounts for every card, but for those in resolution if it has no
    place for them.
    """

    players: list[PlayerState]
    """Those of the scene, each once."""
    draw_pile: list[str] = []
    """Top first; an engine that cannot show it leaves it empty."""
    discard_pile: list[str] = []
    processing: list[str] = []
    """Cards in resolution (处于结算中的牌)."""
    current: str | None = None
    """Whose turn it is; null for nobody's."""
    phase: Phase | None = None
    over: bool = False
    """As reported by ``game_over``, if the hello lists it. While an ask waits it is not over."""
    winners: list[str] = []


class Result(_Message, frozen=True, tag="result"):
    value: int | bool


class Done(_Message, frozen=True, tag="done"):
    """The game is over, or the entered part is."""

    state: State


class Error(_Message, frozen=True, tag="error"):
    """The engine itself broke. Never a verdict on the rule."""

    message: str


EngineMessage = HelloReply | Ready | Unsupported | Event | Ask | Rejected | State | Result | Done | Error

CLOSES: dict[type[Struct], tuple[type[Struct], ...]] = {
    Hello: (HelloReply, Error),
    Reset: (Ready, Unsupported, Error),
    Start: (Ask, Done, Unsupported, Error),
    Answer: (Ask, Rejected, Done, Error),
    GetState: (State, Error),
    Query: (Result, Unsupported, Error),
}
"""Which messages may close the reply to which."""

encode = msgspec.json.Encoder().encode
decode_engine = msgspec.json.Decoder(EngineMessage).decode
decode_harness = msgspec.json.Decoder(HarnessMessage).decode
