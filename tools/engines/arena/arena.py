# SPDX-License-Identifier: MIT
"""The engine, loaded from the user's checkout, watched: what happens in it is reported as events.

It keeps no history but thirty lines of text, and does several things in one call. So its methods are
wrapped where something begins, its ``hp`` and ``phase`` tell when they change, and moves of cards are
found by looking where each card lies, at each line that it writes. Nothing here changes what it does.
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from caipan_kit import name_of, report

HOME = Path(os.environ["CAIPAN_ARENA_HOME"])
sys.path.insert(0, str(HOME / "backend"))

from app.game import engine as module  # noqa: E402
from app.game.rules import CARD_LABELS, DELAYED_TRICKS, EQUIPMENT_CARDS  # noqa: E402
from app.models import Action, Card, GameState, PendingResponse, Player  # noqa: E402

SLOTS = ("weapon", "armor", "defense_horse", "attack_horse")
PICKING = {"guohechaiqiao", "shunshouqianyang"}
TO_ALL = {"nanmanruqin", "wanjianqifa", "taoyuanjieyi", "wugufengdeng"}
TO_ONESELF = {"tao", "wuzhongshengyou", "shandian"} | EQUIPMENT_CARDS


def version() -> str:
    """What the checkout says of itself: its version, and the day of the last change that it tells of."""
    readme = (HOME / "README.md").read_text("utf-8")
    number = re.search(r"当前版本\(v([\d.]+)\)", readme)
    day = re.search(r"^### (\d{4})\.(\d\d)\.(\d\d)", readme, re.MULTILINE)
    return (number[1] if number else "?") + (f"-{day[1]}{day[2]}{day[3]}" if day else "")


class WatchedPlayer(Player):  # type: ignore[misc]
    """A player whose points of hp are watched."""

    def __setattr__(self, name: str, value: Any) -> None:
        before = self.hp
        super().__setattr__(name, value)
        if name == "hp":
            arena.hp_changed(self, before)


class WatchedState(GameState):  # type: ignore[misc]
    """A game whose phase is watched."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "phase":
            arena.phase_changed(value)


class Arena(module.GameEngine):  # type: ignore[misc]
    """The engine, and the one game that it plays."""

    state: WatchedState

    def lay(self, players: list[WatchedPlayer], deck: list[Card], discard: list[Card], seed: int) -> None:
        """A game in this scene, in nobody's turn yet."""
        # The engine takes chance from the module `random`, and shuffles with an unseeded generator.
        chance = random.Random(seed)
        module.random = SimpleNamespace(Random=lambda *_: chance, randrange=chance.randrange)
        self.state = WatchedState(game_id="scene", players=players, deck=deck, discard_pile=discard)
        self.roles = True
        self.phase = "play"
        self.in_turn = False
        self.entering: str | None = None
        self.picking: PendingResponse | None = None
        self.picked = False
        self.discarding = False
        self.dealing = False
        self.judging: tuple[Player, str] | None = None
        self.taking = "use"
        self.taken: dict[str, str] = {}
        self.after: Callable[[], None] | None = None
        self.lies = self.zones()

    def enter(self, at: str, player: Player, phase: str | None) -> None:
        """Enter the game, before anything that is asked or injected."""
        self.state.current_player_index = self.state.players.index(player)
        self.in_turn = True
        if at == "turn" or phase in ("judge", "draw"):
            self.in_turn = False
            self.entering = phase
            self.start_turn(self.state)
        elif phase == "discard":
            self._enter_discard_or_next(self.state)
        else:
            self.state.phase = "play"
            if phase == "play":
                report("phase", player=player.name, phase="play")

    def settle(self) -> None:
        """What `execute_action` does after each action."""
        self._check_winner(self.state)
        self._normalize_open_state(self.state)
        self.refresh_legal_actions(self.state)
        self.sync()

    # --- where cards lie ----------------------------------------------------------

    def zones(self) -> dict[str, str]:
        """Where each card lies, but those that the engine holds in its hand for a while."""
        found = {card.id: "draw" for card in self.state.deck}
        found.update((card.id, "discard") for card in self.state.discard_pile)
        for player in self.state.players:
            found.update((card.id, f"{player.name}.hand") for card in player.hand)
            found.update((card.id, f"{player.name}.equipment") for card in worn(player))
            found.update((card.id, f"{player.name}.judgement") for card in player.judgment_area)
        return found

    def sync(self) -> None:
        """Report the moves since the last time."""
        now = self.zones()
        moved: dict[tuple[str, str, str], list[str]] = {}
        for card, zone in now.items():
            origin = self.lies[card]
            if origin != zone:
                moved.setdefault((origin, zone, self.reason(card, origin, zone)), []).append(card)
        self.lies.update(now)
        for (origin, destination, reason), cards in moved.items():
            if reason == "judge":
                # The engine turns it over and lays it down in one go; `_judge` reports the rest.
                destination = "processing"
            # Whose move it is: who gets the cards, if it is a getting; else who loses them, if anybody does.
            ends = (destination, origin) if reason in ("draw", "gain") else (origin, destination)
            whose = next((zone.split(".")[0] for zone in ends if "." in zone), None)
            way = {"origin": origin, "destination": destination, "reason": reason}
            report("move", player=whose, cards=cards, **way)

    def reason(self, card: str, origin: str, destination: str) -> str:
        """Why a card moves, by what happens and where it goes."""
        taken = self.taken.pop(card, None)
        owner, _, left = origin.rpartition(".")
        entered = destination.rpartition(".")[2]
        if entered in ("equipment", "judgement"):
            return "equip" if entered == "equipment" else "place"
        if taken:
            return taken
        if entered == "hand":
            pending = self.state.pending_response
            return "draw" if left == "draw" and not (pending and pending.type == "wugu") else "gain"
        if left == "draw":
            return "judge"
        if left == "judgement" and not self.discarding and self.seat(owner).alive:
            return "settle"
        return "discard"

    def seat(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.state.players if player.name == name)

    def by_id(self, id: str | None) -> Player:
        """The player of that id of the engine."""
        return self._player_by_id(self.state, id or "")

    def say(self, kind: str, **fields: Any) -> None:
        """Report an event, after the moves before it."""
        self.sync()
        report(kind, **fields)

    # --- what is watched ----------------------------------------------------------

    def hp_changed(self, player: WatchedPlayer, before: int) -> None:
        lost = before - player.hp
        if lost > 0:
            if not self.dealing:
                # All other damage goes by `_damage`.
                self.say("damage", player=player.name, amount=lost, element="thunder")
            self.dealing = False
            self.say("deduct", player=player.name, amount=lost)
        elif lost < 0 and player.alive:
            self.say("recover", player=player.name, amount=-lost)
            if before <= 0 < player.hp:
                self.say("saved", player=player.name)

    def phase_changed(self, phase: str) -> None:
        if phase in ("response", "game_over") or (phase == self.phase != "judge" and self.in_turn):
            return
        player = self.current_player(self.state).name
        skipped, self.phase = (self.phase, phase) == ("draw", "discard"), phase
        if phase == "judge":
            entering, self.entering, self.in_turn = self.entering, None, True
            if entering is None:
                self.say("turn", player=player)
            self.skips_judging = entering == "draw"
            if self.skips_judging:
                return
        if skipped:
            self.say("phase_skipped", player=player, phase="play")
        self.say("phase", player=player, phase=phase)

    def _event(self, state: GameState, message: str) -> None:
        super()._event(state, message)
        self.sync()
        then, self.after = self.after, None
        if then:
            then()

    def _resolve_judgment_area(self, state: GameState, player: Player) -> None:
        if not self.skips_judging:
            super()._resolve_judgment_area(state, player)

    def _advance_to_next_player(self, state: GameState) -> None:
        if self.in_turn:
            self.in_turn = False
            self.say("turn_over", player=self.current_player(state).name)
        super()._advance_to_next_player(state)

    def _reshuffle_discard(self, state: GameState) -> None:
        self.sync()
        super()._reshuffle_discard(state)
        self.lies = {**self.lies, **self.zones()}

    def _take_card(self, player: Player, card_id: str) -> Card:
        self.taken[card_id] = self.taking
        return super()._take_card(player, card_id)

    def _play_card(self, state: GameState, action: Action) -> None:
        if action.card_name not in EQUIPMENT_CARDS:
            self.used(self.current_player(state), action)
        super()._play_card(state, action)

    def _equip_card(self, state: GameState, action: Action) -> None:
        self.used(self.current_player(state), action)
        super()._equip_card(state, action)

    def used(self, player: Player, action: Action, targets: list[str] | None = None) -> None:
        """A card is used."""
        self.taking = "use"
        name = CARD_LABELS[action.card_name]
        whom = aims(self.state, player, action) if targets is None else targets
        self.say("use", player=player.name, card=name, cards=[action.card_id], targets=whom)

    def _respond_with_card(self, state: GameState, action: Action) -> None:
        pending = state.pending_response
        player = self.by_id(pending.player_id)
        if pending.effect_type == "jiedaosharen" and pending.type == "respond_sha":
            self.used(player, action, [self.by_id(pending.target_player_id).name])
        elif pending.effect_type in ("sha", "jiedaosharen"):
            self.used(player, action, [])
            self.after = lambda: self.dodged(player)
        else:
            self.taking = "play"
            self.say("play", player=player.name, card=CARD_LABELS[action.card_name], cards=[action.card_id])
        super()._respond_with_card(state, action)

    def dodged(self, player: Player) -> None:
        """A 闪 cancels a 杀."""
        self.say("effect", player=player.name, card="闪")
        self.say("cancelled", player=player.name, card="杀")

    def _respond_wuxie(self, state: GameState, action: Action) -> None:
        self.used(self.by_id(state.pending_response.player_id), action, [])
        super()._respond_wuxie(state, action)

    def _finish_wuxie_chain(self, state: GameState, pending: PendingResponse) -> None:
        if pending.wuxie_effect_cancelled:
            self.say("cancelled", player=self.object(pending).name, card=CARD_LABELS[pending.card_name])
        super()._finish_wuxie_chain(state, pending)

    def object(self, context: PendingResponse) -> Player:
        """On whom a trick has its effect."""
        return self.by_id(context.target_player_id or context.source_player_id or context.origin_player_id)

    def _apply_trick_effect(self, state: GameState, context: PendingResponse) -> None:
        effect = context.effect_type or context.card_name
        if effect in PICKING and not self.picked:
            # The engine has the card chosen when the trick is used, long before anybody has a chance of
            # 无懈可击. The choice is first needed here, and asked for here.
            self.say("effect", player=self.object(context).name, card=CARD_LABELS[effect])
            self.picking = state.pending_response = context
            context.player_id = context.source_player_id
            state.phase = "response"
            return
        if effect not in PICKING and effect not in DELAYED_TRICKS:
            self.say("effect", player=self.object(context).name, card=CARD_LABELS[effect])
        self.discarding = effect == "guohechaiqiao"
        super()._apply_trick_effect(state, context)
        self.sync()
        self.discarding = False

    def pick(self, area: str, card: str | None) -> None:
        """The card of 过河拆桥 or 顺手牵羊 is chosen."""
        context, self.picking = self.picking, None
        assert context is not None
        context.selected_area, context.selected_card_id = area, card
        self.state.pending_response, self.picked = None, True
        try:
            self._apply_trick_effect(self.state, context)
        finally:
            self.picked = False
        self.settle()

    def _apply_mass_target_effect(self, state: GameState, context: PendingResponse) -> None:
        self.say("effect", player=self.object(context).name, card=CARD_LABELS[context.effect_type])
        super()._apply_mass_target_effect(state, context)

    def _armor_blocks_sha(self, state: GameState, source: Player, target: Player, card: Card) -> bool:
        blocks: bool = super()._armor_blocks_sha(state, source, target, card)
        if blocks:
            self.say("invalid", player=target.name, card="杀")
        return blocks

    def _bagua_success(self, state: GameState, source: Player, target: Player, effect_type: str) -> bool:
        self.judging = (target, "八卦阵")
        success: bool = super()._bagua_success(state, source, target, effect_type)
        self.judging = None
        if success:
            self.say("use" if effect_type == "sha" else "play", player=target.name, card="闪")
            if effect_type == "sha":
                self.dodged(target)
        return success

    def _judge(self, state: GameState) -> Card:
        player, reason = self.judging or (self.current_player(state), "")
        if not reason:
            # The delayed trick is the one that the engine has just taken from the area.
            here = self.zones()
            area = [card for card, zone in self.lies.items() if zone == f"{player.name}.judgement"]
            reason = next(name_of(card) for card in area if card not in here)
            self.say("effect", player=player.name, card=reason)
        elif reason == "八卦阵":
            self.say("skill", player=player.name, skill=reason)
        card = super()._judge(state)
        self.say("judge", player=player.name, card=card.id, reason=reason)
        report("move", cards=[card.id], origin="processing", destination="discard", reason="settle")
        return card

    def _damage(self, state: GameState, target: Player, source: Player | None, *how: Any) -> None:
        context = how[0] if how else None
        amount = how[1] if how[1:] else 1
        if target.alive:
            if context and context.effect_type in ("sha", "jiedaosharen"):
                self.say("effect", player=target.name, card="杀")
            self.say("damage", player=target.name, source=source and source.name, amount=amount)
            self.dealing = True
        super()._damage(state, target, source, *how)

    def _start_dying(self, state: GameState, target: Player, *why: Any) -> None:
        self.say("dying", player=target.name)
        super()._start_dying(state, target, *why)

    def _dying_tao(self, state: GameState, action: Action) -> None:
        pending = state.pending_response
        self.used(self.by_id(pending.player_id), action, [self.by_id(pending.target_player_id).name])
        super()._dying_tao(state, action)

    def _pass_dying_tao(self, state: GameState) -> None:
        pending = state.pending_response
        if not pending.queue_player_ids:
            self.say("death", player=self.by_id(pending.target_player_id).name)
        super()._pass_dying_tao(state)

    def _discard_cards(self, state: GameState, action: Action) -> None:
        self.taking = "discard"
        super()._discard_cards(state, action)

    def _check_winner(self, state: GameState) -> None:
        if not self.roles:
            # The engine knows no game without roles; in such a scene nobody wins.
            return
        over = state.winner
        super()._check_winner(state)
        if state.winner and not over:
            self.say("game_over", targets=self.winners())

    def winners(self) -> list[str]:
        """The names of those who have won."""
        if self.state.winner == "nei":
            return [player.name for player in self.state.players if player.role == "nei" and player.alive]
        side = {"zhu": ("zhu", "zhong"), "fan": ("fan",)}.get(self.state.winner or "", ())
        return [player.name for player in self.state.players if player.role in side]


def worn(player: Player) -> list[Card]:
    """The equipment of a player."""
    return [card for slot in SLOTS if (card := getattr(player.equipment, slot))]


def aims(state: GameState, player: Player, action: Action) -> list[str]:
    """The names of all the targets of an action."""
    alive = [each for each in state.players if each.alive]
    if action.card_name in ("nanmanruqin", "wanjianqifa"):
        return [each.name for each in alive if each.id != player.id]
    if action.card_name in TO_ALL:
        return [each.name for each in alive if action.card_name == "wugufengdeng" or each.hp < each.max_hp]
    if action.card_name in EQUIPMENT_CARDS:
        return []
    named = (action.target_player_name, action.secondary_target_player_name)
    return [name for name in named if name]


arena = Arena()
