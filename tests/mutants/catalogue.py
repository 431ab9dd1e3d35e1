"""Deliberately wrong engines: the reference with one rule broken.

Each mutant is a change of the reference's text, the rule that it breaks in words, and the clauses whose
scenarios must catch it. They are the mistakes that real engines make.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """One replacement in one module. ``old`` stands there exactly once."""

    module: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong engine. Some scenario of one of ``clauses`` must fail on it."""

    name: str
    mistake: str
    clauses: tuple[str, ...]
    changes: tuple[Change, ...]


def _mutant(name: str, mistake: str, clauses: str, *changes: tuple[str, str, str]) -> Mutant:
    return Mutant(name, mistake, tuple(clauses.split()), tuple(Change(*change) for change in changes))


MUTANTS = (
    _mutant(
        "clockwise",
        "characters respond clockwise",
        "2012.principles.order.multi-target 2012.principles.order.multi-player-timing 2012.dying.order",
        ("principles", "(player.seat - start) % count", "(start - player.seat) % count"),
    ),
    _mutant(
        "dying-after-damage",
        "the dying settlement waits for the end of the damage event",
        "2012.damage.after-deduct.dying-inserted",
        (
            "damage",
            "        yield from check_dying(game, victim, event)\n        yield from at(",
            "        yield from at(",
        ),
        (
            "damage",
            "        yield from at(game, t.DAMAGE_RECEIVED, event, victim)\n",
            "        yield from at(game, t.DAMAGE_RECEIVED, event, victim)\n"
            "        yield from check_dying(game, victim, event)\n",
        ),
    ),
    _mutant(
        "dying-from-the-dying",
        "the dying character is asked first",
        "2012.dying.order",
        (
            "dying",
            "    order = in_order(game)\n",
            "    order = in_order(game)\n"
            "    at_victim = order.index(event.victim)\n"
            "    order = order[at_victim:] + order[:at_victim]\n",
        ),
    ),
    _mutant(
        "asked-again",
        "who has declined is offered again in the same dying settlement",
        "2012.dying.one-chance 2012.principles.decline-final",
        ("dying", "    order = in_order(game)\n", "    order = in_order(game) * 2\n"),
    ),
    _mutant(
        "chain-before-the-end",
        "the chain spreads before the first damage event is over",
        "2012.damage.end.chain-new-event",
        (
            "damage",
            "        yield from check_dying(game, victim, event)\n",
            "        if event.spreads:\n            yield from _spread(game, event)\n"
            "        yield from check_dying(game, victim, event)\n",
        ),
        ("damage", "    if event.spreads and not spread:\n        yield from _spread(game, event)\n", ""),
    ),
    _mutant(
        "chain-after-the-other-targets",
        "the card goes on to its other targets before the chain damage",
        "2012.use.nested.chain-before-resume",
        (
            "damage",
            "    if event.spreads and not spread:\n        yield from _spread(game, event)\n",
            "    if event.spreads and not spread:\n        WAITING.append(event)\n",
        ),
        ("damage", "class Damage:\n", "WAITING: list[Damage] = []\n\n\nclass Damage:\n"),
        (
            "use",
            "        yield from settle(game, card.cards)\n",
            "        from sanguosha import damage as d\n"
            "        while d.WAITING:\n            yield from d._spread(game, d.WAITING.pop())\n"
            "        yield from settle(game, card.cards)\n",
        ),
    ),
    _mutant(
        "chain-for-ever",
        "a chained character stays chained when elemental damage hits him",
        "2012.damage.after-deduct.chain-reset",
        ("damage", "        victim.chained = False\n", ""),
    ),
    _mutant(
        "plain-damage-spreads",
        "damage without an element goes through the chain",
        "2012.damage.after-deduct.chain-check",
        ("damage", "if event.element is not None and victim.chained:", "if victim.chained:"),
    ),
    _mutant(
        "dead-do-not-spread",
        "the chain stops when its first victim dies",
        "2012.damage.end.chain-even-if-dead",
        (
            "damage",
            "    if event.spreads and not spread:",
            "    if event.spreads and victim.alive and not spread:",
        ),
    ),
    _mutant(
        "equipment-first",
        "equipment skills come before general skills",
        "2012.principles.general-before-equip 2012.damage.receiving.order 2012.use.pre.became.order",
        ("elements", "    GENERAL = 0\n    EQUIPMENT = 1\n", "    EQUIPMENT = 0\n    GENERAL = 1\n"),
    ),
    _mutant(
        "delayed-tricks-first-in-first-out",
        "delayed tricks are settled in the order in which they were laid",
        "2012.turn.judge.lifo 2013.turn.judge.lifo",
        ("turn", "reversed(player.judgement.cards[:])", "player.judgement.cards[:]"),
    ),
    _mutant(
        "targets-one-by-one",
        "one target goes through all the timings before the settlement, then the next",
        "2012.use.multi.pre-breadth",
        (
            "use",
            "            settled.append(aim)\n",
            "            settled.append(aim)\n"
            "            yield from at(game, t.USE_BECAME, event, aim.target)\n",
        ),
        (
            "use",
            "        event.aim = aim\n        yield from at(game, t.USE_BECAME, event, aim.target)\n",
            "        event.aim = aim\n",
        ),
    ),
    _mutant(
        "reward-before-discard",
        "the killer draws before the deceased's cards are discarded",
        "2012.death.reward-last",
        (
            "death",
            "        yield from _leave(game, victim)\n        yield from _reward(game, event)\n",
            "        yield from _reward(game, event)\n        yield from _leave(game, victim)\n",
        ),
    ),
    _mutant(
        "reward-without-damage",
        "whoever's turn it is is rewarded for a death by loss of hp",
        "terms.word.lose-hp-no-reward",
        (
            "death",
            "    killer = None if cause is None or",
            "    killer = game.current if cause is None else None if",
        ),
    ),
    _mutant(
        "value-before-prevention",
        "the damage value is fixed before 受到伤害时",
        "2012.damage.value.computed 2012.damage.value.silver-lion-last 2012.damage.receiving.skills-equip",
        (
            "damage",
            "        yield from at(game, t.DAMAGE_RECEIVING, event, victim)\n",
            "        fixed = event.amount\n"
            "        yield from at(game, t.DAMAGE_RECEIVING, event, victim)\n"
            "        event.amount = fixed\n",
        ),
    ),
    _mutant(
        "lost-after-the-settlement",
        "a used card is lost only when its settlement is over, so 连营 comes late",
        "2012.use.pre.chosen.skills-any terms.lost.use-basic-trick 2012.use.pre.chosen.pending",
        (
            "use",
            "    loss = (yield from move_up_to_loss(game, legs)) if legs else None\n",
            "    if home is game.processing:\n        legs = []\n"
            "    loss = (yield from move_up_to_loss(game, legs)) if legs else None\n",
        ),
        (
            "use",
            "        yield from settle(game, card.cards)\n",
            '        late = [real for real in card.cards if real.zone.name == "hand"]\n'
            '        legs = [Leg(real, real.zone, game.processing, "use") for real in late]\n'
            "        yield from move_legs(game, legs)\n"
            "        yield from settle(game, card.cards)\n",
        ),
    ),
    _mutant(
        "judgement-card-after-the-effect",
        "the judgement card reaches the discard pile only after the trick's effect",
        "2012.use.res.after.delayed-judge-card-first",
        ("judgement", "    yield from settle(game, [event.card])\n", ""),
        (
            "cards/delayed",
            "    yield from using.resolve(game, event, event.aim)\n",
            "    yield from using.resolve(game, event, event.aim)\n"
            "    from sanguosha.move import settle\n"
            "    yield from settle(game, game.processing.cards[:])\n",
        ),
    ),
    _mutant(
        "exchange-is-replacement",
        "who exchanges the judgement card does not get the old one",
        "terms.handling.exchange 2012.judge.before.skills",
        (
            "judgement",
            "    home = by.hand if exchange else game.discard_pile\n",
            "    home = game.discard_pile\n",
        ),
    ),
    _mutant(
        "invalid-is-illegal",
        "a character on whom a card has no effect cannot be chosen",
        "2012.use.validity.still-targetable terms.events.ineffective-targetable",
        (
            "cards/basic",
            '    return any(says(card) for holder, says in game.states("protected") '
            "if holder.owner is target)\n",
            "    return any(\n"
            "        says(card)\n"
            '        for name in ("protected", "invalid")\n'
            "        for holder, says in game.states(name)\n"
            "        if holder.owner is target\n"
            "    )\n",
        ),
    ),
    _mutant(
        "loss-is-damage",
        "losing hp is treated as damage without a source",
        "terms.word.lose-hp-no-damage-flow",
        (
            "damage",
            "        yield from _deduct(game, HpLoss(player, amount))\n"
            "        yield from check_dying(game, player, None)\n",
            "        yield from damage(game, Damage(None, player, amount, None, None, None))\n",
        ),
    ),
    _mutant(
        "skipped-phase-skips-its-gap",
        "a skipped phase takes the gap behind it along",
        "2012.turn.gaps.exist 2012.turn.timeline-order 2013.turn.timeline-order",
        (
            "turn",
            "        if n + 1 < len(phases):\n",
            "        if n + 1 < len(phases) and phase not in player.skips:\n",
        ),
    ),
    _mutant(
        "hand-limit-by-maximum",
        "the hand limit is the maximum hp",
        "2012.turn.discard.limit-hp terms.values.hand-limit",
        ("distance", "    limit = max(player.hp, 0)\n", "    limit = player.max_hp\n"),
    ),
    _mutant(
        "the-dead-keep-their-seats",
        "the dead still count in the distance",
        "terms.distance.dead-closes-gap",
        ("distance", "    living = game.living\n", "    living = game.players\n"),
    ),
    _mutant(
        "in-turn-after-the-turn",
        "急救 counts one's own turn as outside it, once the owner has acted",
        "2012.turn.turn-start.out-turn-condition-off 2012.turn.turn-start.out-turn-effect-off",
        ("skills/qun", "return game.current is not owner and ", "return "),
    ),
    _mutant(
        "chain-from-the-first-seat",
        "the chain spreads from the first seat on, not from the current character",
        "2012.principles.order.multi-target 2013.principles.multi.targets",
        (
            "damage",
            "    for player in in_order(game):\n        if player.chained",
            "    for player in game.living:\n        if player.chained",
        ),
    ),
    _mutant(
        "the-dead-are-targets-still",
        "a card is settled on a target that has died before its turn came",
        "2012.use.continuity.abort",
        ("use", "    if not target.alive:\n        return\n    face", "    face"),
    ),
    _mutant(
        "rewarded-for-dying",
        "who dies of his own damage is rewarded for it",
        "2012.death.rebel-reward",
        ("death", "    if killer is None or not killer.alive:", "    if killer is None:"),
    ),
    _mutant(
        "the-lord-pays-for-everybody",
        "the lord discards all he has for a renegade as well",
        "2012.death.rebel-reward 2012.death.lord-kills-loyalist",
        ("death", 'elif event.victim.role == "loyalist" and', "elif"),
    ),
    _mutant(
        "armour-supplies-anything",
        "八卦阵 is offered where a 杀 is needed",
        "2012.use.res.before.respond-slash 2012.use.res.after.duel-savage",
        ("response", '"杀": (t.RESPOND_LORD,)', '"杀": (t.RESPOND_ARMOUR, t.RESPOND_LORD)'),
    ),
    _mutant(
        "any-card-answers",
        "a card that is not called for is taken for the one that is",
        "2012.use.res.before.respond-slash",
        (
            "response",
            "            return forms.illegal(game, responder, choice, names)\n",
            "            return forms.illegal(game, responder, choice, (choice.use or need.name,))\n",
        ),
    ),
)
