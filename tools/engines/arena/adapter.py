# SPDX-License-Identifier: MIT
"""The adapter for hyf020908/sanguosha-ai-arena: scenes, asks, answers. See README.md."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "kit" / "python"))

import arena as watched
import caipan_kit as kit
from arena import CARD_LABELS, Action, Card, PendingResponse, arena
from caipan_kit import Choice, Illegal, Message

NAMES = {label: name for name, label in CARD_LABELS.items()}
SUITS = {"♠": "spade", "♥": "heart", "♣": "club", "♦": "diamond"}
ROLES = {"lord": "zhu", "loyalist": "zhong", "rebel": "fan", "renegade": "nei"}
RANGE_ONLY = ["雌雄双股剑", "寒冰剑", "青龙偃月刀", "丈八蛇矛", "贯石斧", "方天画戟", "麒麟弓"]
"""Weapons of which the engine has the range and, as its documents say, not the skill."""

HELLO = kit.hello(
    "sanguosha-ai-arena",
    watched.version(),
    "https://github.com/hyf020908/sanguosha-ai-arena",
    editions=["2012", "2013"],
    cards=[label for label in NAMES if label not in RANGE_ONLY],
    events=[
        *("turn", "turn_over", "phase", "phase_skipped", "use", "play", "invalid", "cancelled", "effect"),
        *("move", "judge", "damage", "deduct", "recover", "dying", "saved", "death", "skill", "game_over"),
    ],
    enters=["idle", "turn", "phase"],
    injects=["damage", "judge"],
    queries=["distance", "range", "in_range"],
    rejects=True,
    scene=["judgement", "roles"],
)


def card(label: str) -> Card:
    """A card of the engine; its id is its label."""
    parts = kit.parse_card(label)
    assert parts is not None, label
    rank = str(kit.Card("", "♠", parts.number))[1:]
    return Card(id=label, name=NAMES[parts.name], suit=SUITS[parts.suit], rank=rank)


def labels(cards: Iterable[Card]) -> list[str]:
    return [each.id for each in cards]


class Adapter:
    """The engine's side of the conversation."""

    asks = kit.Asks()

    def hello(self, message: Message) -> Message:
        return HELLO

    def reset(self, message: Message) -> Message:
        self.asks.clear()
        scene = message["scene"]
        return kit.missing(message, HELLO) or cannot(scene["players"]) or self.lay(scene, message)

    def lay(self, scene: Message, message: Message) -> Message:
        players = []
        roles = any(seat.get("role") for seat in scene["players"])
        for number, seat in enumerate(scene["players"]):
            player = watched.WatchedPlayer(
                id=f"p{number}",
                name=seat["name"],
                is_human=True,
                # The engine wants roles; this one is rewarded for nothing.
                role=ROLES[seat["role"]] if roles else "nei",
                role_public=seat.get("role") == "lord",
                hp=seat["hp"],
                max_hp=seat["max_hp"],
                hand=[card(label) for label in seat.get("hand", ())],
                hand_count=len(seat.get("hand", ())),
                judgment_area=[card(label) for label in seat.get("judgement", ())],
            )
            for label in seat.get("equipment", ()):
                setattr(player.equipment, slot(label), card(label))
            players.append(player)
        piles = ([card(label) for label in scene.get(pile, ())] for pile in ("draw_pile", "discard_pile"))
        arena.lay(players, *piles, seed=message.get("seed", 0))
        arena.roles = roles
        return kit.ready()

    def start(self, message: Message) -> Message:
        phase, inject = message.get("phase"), message.get("inject")
        if phase in ("prep", "finish"):
            return kit.unsupported(f"phase {phase}", "the engine has no such phase")
        if inject and (inject["kind"] not in HELLO["injects"] or inject.get("element")):
            return kit.unsupported(f"inject {inject['kind']} {inject.get('element', '')}".strip())
        player = arena.seat(message["player"])
        arena.enter(message["at"], player, phase)
        if inject:
            self.inject(player, arena.seat(inject["player"]), inject)
        arena.settle()
        return self.next()

    def inject(self, current: Any, player: Any, what: Message) -> None:
        if what["kind"] == "judge":
            arena.judging = (player, "rule")
            arena._judge(arena.state)
            arena.judging = None
            return
        source = arena.seat(what["source"]) if what.get("source") else None
        context = PendingResponse(type="respond_shan", player_id=player.id, origin_player_id=current.id)
        arena._damage(arena.state, player, source, context, what.get("amount", 1))

    def answer(self, message: Message) -> Message:
        return self.asks.take(message)

    # --- asks ---------------------------------------------------------------------

    def next(self) -> Message:
        """What the engine waits for."""
        state = arena.state
        if [action.action_id for action in state.legal_actions] == ["pass_response"] and not arena.picking:
            # Who could only pass is not asked; for its own players the engine passes by itself, too.
            return self.act("pass_response")
        if state.winner:
            return kit.done(self.state())
        if arena.picking:
            return self.ask_pick(arena.picking)
        pending = state.pending_response
        if pending:
            player = arena.by_id(pending.player_id).name
            return getattr(self, f"ask_{pending.type}")(player, pending)  # type: ignore[no-any-return]
        if state.phase != "play":
            raise RuntimeError(f"the engine waits for nothing in the phase {state.phase}")
        return self.asks.put("idle", arena.current_player(state).name, then=self.idle, reason="rule")

    def act(self, action_id: str) -> Message:
        arena.execute_action(arena.state, action_id)
        arena.sync()
        return self.next()

    def idle(self, choice: Choice | None) -> Message:
        if choice is None:
            return self.act("end_phase")
        label = whole(choice)
        player = arena.current_player(arena.state)

        def fits(action: Action) -> bool:
            targets = watched.aims(arena.state, player, action)
            implied = action.card_name in watched.TO_ALL | watched.TO_ONESELF and not choice.targets
            return action.card_id == label and (implied or choice.targets == targets)

        return self.act(self.legal(fits, f"{label} on {'、'.join(choice.targets) or 'nobody'}"))

    def ask_respond_shan(self, player: str, pending: PendingResponse) -> Message:
        all_at_once = pending.effect_type == "wanjianqifa"
        reason = "万箭齐发" if all_at_once else "杀"
        return self.respond("play" if all_at_once else "use", player, "闪", reason, pending.source_player_id)

    def ask_respond_sha(self, player: str, pending: PendingResponse) -> Message:
        reason = CARD_LABELS[pending.effect_type]
        if pending.effect_type == "jiedaosharen":
            victim = arena.by_id(pending.target_player_id).name
            return self.respond("use", player, "杀", reason, pending.origin_player_id, victim)
        return self.respond("play", player, "杀", reason, pending.source_player_id)

    def ask_wuxie(self, player: str, pending: PendingResponse) -> Message:
        about = pending.target_player_id or pending.source_player_id
        return self.respond("use", player, "无懈可击", CARD_LABELS[pending.card_name], about)

    def ask_dying_tao(self, player: str, pending: PendingResponse) -> Message:
        dying = pending.target_player_id
        return self.respond("use", player, "桃", "rule", dying, arena.by_id(dying).name)

    def respond(
        self, kind: str, player: str, name: str, reason: str, about: str | None, target: str | None = None
    ) -> Message:
        """Ask for one card in response."""

        def decided(choice: Choice | None) -> Message:
            if choice is None:
                return self.act("pass_response")
            label = whole(choice)
            if choice.targets not in ([], [target]):
                raise Illegal(f"not on {'、'.join(choice.targets)}")
            return self.act(self.legal(lambda action: action.card_id == label, label))

        subject = arena.by_id(about).name
        return self.asks.put(
            kind,
            player,
            then=decided,
            names=[name],
            reason=reason,
            subject=subject,
            targets=target and [target],
        )

    def legal(self, fits: Callable[[Action], bool], what: str) -> str:
        """The id of the first action of the engine that fits."""
        for action in filter(fits, arena.state.legal_actions):
            return str(action.action_id)
        raise Illegal(f"no action of the engine takes {what}")

    def ask_wugu(self, player: str, pending: PendingResponse) -> Message:
        def decided(choice: Choice) -> Message:
            return self.act(self.legal(lambda action: [action.card_id] == choice.cards, "that"))

        pool = labels(pending.wugu_pool or [])
        return self.asks.put(
            "cards", player, then=decided, required=True, cards=pool, reason=CARD_LABELS["wugufengdeng"]
        )

    def ask_discard(self, player: str, pending: PendingResponse, thrown: tuple[str, ...] = ()) -> Message:
        """The engine takes all cards at once; they may be named one by one, as the rules have it."""
        left = (pending.required_count or 0) - len(thrown)
        hand = [label for label in labels(arena.by_id(pending.player_id).hand) if label not in thrown]

        def decided(choice: Choice) -> Message:
            if not 1 <= len(choice.cards) <= left or not set(choice.cards) <= set(hand):
                raise Illegal(f"1 to {left} cards of one's hand")
            named = (*thrown, *choice.cards)
            if len(choice.cards) < left:
                return self.ask_discard(player, pending, named)
            same = lambda action: set(action.target_card_ids or ()) == set(named)  # noqa: E731
            return self.act(self.legal(same, "these cards"))

        return self.asks.put(
            "cards", player, then=decided, required=True, cards=hand, min=1, max=left, reason="rule"
        )

    def ask_pick(self, context: PendingResponse) -> Message:
        """Which card of the target, for 过河拆桥 and 顺手牵羊."""
        target = arena.by_id(context.target_player_id)
        shown = {card.id: "equipment" for card in watched.worn(target)}
        shown |= {card.id: "judgment" for card in target.judgment_area}
        if not shown or (len(shown) == 1 and not target.hand):
            # Nothing to choose. With no card at all, this is what the engine tries, too.
            only = next(iter(shown), None)
            arena.pick(shown[only] if only else "hand", only)
            return self.next()

        def decided(choice: Choice) -> Message:
            if choice.targets not in ([], [target.name]):
                raise Illegal(f"a card of {target.name}")
            if choice.zone == "hand" and target.hand:
                arena.pick("hand", None)
            elif len(choice.cards) == 1 and choice.cards[0] in shown:
                arena.pick(shown[choice.cards[0]], choice.cards[0])
            else:
                raise Illegal(f"no such card of {target.name}")
            return self.next()

        return self.asks.put(
            "pick",
            arena.by_id(context.source_player_id).name,
            then=decided,
            required=True,
            cards=list(shown),
            targets=[target.name] if target.hand else None,
            reason=CARD_LABELS[context.card_name],
            subject=target.name,
        )

    # --- the table ------------------------------------------------------------------

    def state(self, message: Message | None = None) -> Message:
        state = arena.state
        lying = arena.zones()
        players = [
            {
                "name": player.name,
                "hp": player.hp,
                "max_hp": player.max_hp,
                "alive": player.alive,
                "hand": labels(player.hand),
                "equipment": labels(watched.worn(player)),
                "judgement": labels(player.judgment_area),
            }
            for player in state.players
        ]
        return kit.state(
            players,
            draw_pile=labels(state.deck),
            discard_pile=labels(state.discard_pile),
            processing=[label for label in arena.lies if label not in lying],
            current=arena.current_player(state).name,
            phase=arena.phase,
            over=bool(state.winner),
            winners=arena.winners(),
        )

    def query(self, message: Message) -> Message:
        player = arena.seat(message["player"])
        target = arena.seat(message["target"]) if message.get("target") else player
        if message["what"] not in HELLO["queries"]:
            return kit.unsupported(f"query {message['what']}", "the engine has no function for it")
        if message["what"] == "range":
            return kit.result(arena._attack_range(player))
        asked = arena._distance if message["what"] == "distance" else arena._in_attack_range
        return kit.result(asked(arena.state, player, target))


def whole(choice: Choice) -> str:
    """The one real card of a choice, used as itself: there are no conversions."""
    if len(choice.cards) != 1 or kit.name_of(choice.cards[0]) != choice.use:
        raise Illegal("the engine uses one card, as itself")
    return choice.cards[0]


def slot(label: str) -> str:
    """The slot of an equipment card."""
    kinds = {
        "weapon": watched.module.WEAPON_RANGES,
        "armor": watched.module.ARMOR_CARDS,
        "attack_horse": watched.module.ATTACK_HORSES,
        "defense_horse": watched.module.DEFENSE_HORSES,
    }
    return next(where for where, names in kinds.items() if NAMES[kit.name_of(label)] in names)


def cannot(seats: list[Message]) -> Message | None:
    """What of a scene the engine has no place for, or None."""
    if len(seats) > max(watched.module.ROLE_SETS):
        return kit.unsupported(f"{len(seats)} players", "2 to 6 play")
    roles = [seat.get("role") for seat in seats]
    if any(roles) and (None in roles or roles.count("lord") != 1):
        return kit.unsupported("roles", "everybody has a role, and one is the lord")
    for seat in seats:
        if any("=" in laid for laid in seat.get("judgement", ())):
            return kit.unsupported("a card laid as another", "there are no conversions")
    return None


if __name__ == "__main__":
    kit.serve(Adapter())
