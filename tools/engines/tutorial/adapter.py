"""A toy engine that knows 杀, 闪 and 桃, with its adapter, as built in ../README.md."""

import json
import re
import sys


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        for reply in handle(json.loads(line)):
            print(json.dumps(reply, ensure_ascii=False))
        sys.stdout.flush()


def handle(message):
    """The reply to one message: events, then the one message that closes it."""
    kind = message["type"]
    if kind == "hello":
        yield HELLO
    elif kind == "reset" and message["edition"] not in HELLO["editions"]:
        yield {"type": "unsupported", "what": "edition " + message["edition"]}
    elif kind == "reset":
        yield from reset(message["scene"])
    elif kind == "start":
        yield from start(message)
    elif kind == "answer" and message["id"] != table["asked"]:
        yield {"type": "error", "message": "that ask does not stand"}
    elif kind == "answer":
        yield from answer(message.get("choice"))
    elif kind == "state":
        yield state()
    else:
        yield {"type": "unsupported", "what": kind}


HELLO = {
    "type": "hello",
    "protocol": 1,
    "engine": {"name": "toy", "version": "1.0"},
    "editions": ["2012", "2013"],
    "cards": ["杀", "闪", "桃"],
    "skills": [],
    "events": ["use", "cancelled", "move", "damage", "recover"],
    "rejects": True,
}


table = {}


def reset(scene):
    for player in scene["players"]:
        if player.get("equipment"):
            yield {"type": "unsupported", "what": "equipment", "why": "the toy has no equipment area"}
            return
    table.clear()
    table["players"] = {
        p["name"]: {"hp": p["hp"], "max_hp": p["max_hp"], "hand": list(p.get("hand", []))}
        for p in scene["players"]
    }
    table["draw"] = list(scene.get("draw_pile", []))
    table["discard"] = list(scene.get("discard_pile", []))
    table["asked"] = 0
    table["slash"] = None  # who uses a 杀 on whom, while the target decides on a 闪
    table["used"] = False  # whether a 杀 was used in this phase
    yield {"type": "ready"}


def start(message):
    if message["at"] != "idle" or message.get("inject"):
        yield {"type": "unsupported", "what": "start", "why": "only at the idle point"}
        return
    table["current"] = message["player"]
    yield ask("idle", message["player"])


def ask(kind, player, **more):
    table["asked"] += 1
    return {"type": "ask", "id": table["asked"], "players": [player], "kind": kind, **more}


def move(player, cards, origin, destination, reason):
    return {
        "type": "event",
        "kind": "move",
        "player": player,
        "cards": cards,
        "origin": origin,
        "destination": destination,
        "reason": reason,
    }


def answer(choice):
    if table["slash"]:
        yield from respond(choice)
    elif choice is None:
        table["asked"] = 0  # nothing is asked any more
        yield {"type": "done", "state": state()}
    else:
        yield from use(table["current"], choice)


def use(user, choice):
    name, cards, targets = choice.get("use"), choice.get("cards", []), choice.get("targets", [])
    wrong = why_not(user, name, cards, targets)
    if wrong:
        yield {"type": "rejected", "why": wrong}
        return
    used = {"player": user, "card": name, "cards": cards, "targets": targets or [user]}
    yield {"type": "event", "kind": "use", **used}
    yield spend(user, cards)
    if name == "桃":
        table["players"][user]["hp"] += 1
        yield {"type": "event", "kind": "recover", "player": user, "amount": 1}
        yield ask("idle", user)
    else:
        table["slash"], table["used"] = (user, targets[0]), True
        yield ask("use", targets[0], names=["闪"], reason="杀", subject=user)


def respond(choice):
    user, target = table["slash"]
    if choice is not None and (choice.get("use") != "闪" or not owns(target, "闪", choice.get("cards", []))):
        yield {"type": "rejected", "why": "only a 闪 from hand answers a 杀"}
        return
    table["slash"] = None
    if choice is not None:
        yield {"type": "event", "kind": "use", "player": target, "card": "闪", "cards": choice["cards"]}
        yield spend(target, choice["cards"])
        yield {"type": "event", "kind": "cancelled", "player": target, "card": "杀"}
    else:
        table["players"][target]["hp"] -= 1
        yield {"type": "event", "kind": "damage", "player": target, "source": user, "amount": 1}
        if table["players"][target]["hp"] < 1:
            yield {"type": "error", "message": "the toy knows nothing of dying"}
            return
    yield ask("idle", user)


def spend(player, cards):
    """The cards are used: from hand to the discard pile."""
    for card in cards:
        table["players"][player]["hand"].remove(card)
    table["discard"] += cards
    return move(player, cards, f"{player}.hand", "discard", "use")


def owns(player, name, cards):
    """Whether these cards are one card of that name in the player's hand."""
    hand = table["players"][player]["hand"]
    return len(cards) == 1 and cards[0] in hand and re.split("[♠♥♣♦]", cards[0])[0] == name


def why_not(user, name, cards, targets):
    """Why this card cannot be used, or None."""
    me = table["players"][user]
    if name not in ("杀", "桃") or not owns(user, name, cards):
        return f"{user} has no such {name}"
    if name == "桃":
        return None if me["hp"] < me["max_hp"] else f"{user} is not wounded"
    if len(targets) != 1 or targets[0] == user or targets[0] not in table["players"]:
        return "杀 needs one other character as its target"
    if table["used"]:
        return "one 杀 in a play phase"
    return None if distance(user, targets[0]) == 1 else f"{targets[0]} is out of range"


def distance(player, target):
    seats = list(table["players"])
    way = abs(seats.index(player) - seats.index(target))
    return min(way, len(seats) - way)


def state():
    return {
        "type": "state",
        "players": [{"name": name, **player} for name, player in table["players"].items()],
        "draw_pile": table["draw"],
        "discard_pile": table["discard"],
        "current": table.get("current"),
        "phase": "play",
    }


if __name__ == "__main__":
    main()
