"""Choosing cards (弃置或获得某角色的一张牌、令其选择自己的牌; terms, chapter 8)."""

from __future__ import annotations

from collections.abc import Sequence

from sanguosha.faces import Card
from sanguosha.kernel import Ask, Choice, Flow
from sanguosha.table import Game, Player


def areas(player: Player) -> list[Card]:
    """Every card in the character's areas (区域): hand, equipment and judgement area."""
    return player.owned + player.judgement.cards


def pick(game: Game, chooser: Player, owner: Player, reason: str, among: Sequence[Card]) -> Flow[Card | None]:
    """``chooser`` picks one of ``owner``'s cards ``among``: a visible one, or a blind one of the hand.

    The blind one is random (D10). With one possible answer nobody is asked; with no card there is none.
    """
    hand = [card for card in among if card.zone is owner.hand]
    visible = [card for card in among if card.zone is not owner.hand]
    if not visible:
        return game.random.choice(hand) if hand else None
    if not hand and len(visible) == 1:
        return visible[0]

    def check(choice: Choice) -> str | None:
        if choice.blind:
            return None if hand else f"{owner.name} has no hand card to pick"
        if len(choice.cards) != 1 or choice.cards[0] not in visible:
            return f"one of {'、'.join(card.label for card in visible)} is to be picked"
        return None

    choice = yield Ask(
        chooser, "pick", check, required=True, cards=tuple(visible), reason=reason, subject=owner
    )
    assert choice is not None  # required
    return game.random.choice(hand) if choice.blind else choice.cards[0]


def choose_own(
    game: Game, player: Player, cards: Sequence[Card], count: int, reason: str, *, required: bool
) -> Flow[list[Card]]:
    """``player`` chooses exactly ``count`` of ``cards``; an empty list if he may decline (需) and does.

    Where he must (须) and there are no more than that, all are taken unasked (不足则全弃).
    """
    if required and len(cards) <= count:
        return list(cards)

    def check(choice: Choice) -> str | None:
        if len(choice.cards) != count or len(set(choice.cards)) != count:
            return f"exactly {count} card(s) are to be chosen"
        wrong = [card.label for card in choice.cards if card not in cards]
        return f"{'、'.join(wrong)} cannot be chosen" if wrong else None

    choice = yield Ask(
        player, "cards", check, required=required, cards=tuple(cards), least=count, most=count, reason=reason
    )
    return [] if choice is None else choice.cards
