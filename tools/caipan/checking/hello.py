"""CK0x: the hello, well-formed and true to itself."""

from __future__ import annotations

from collections import Counter

from caipan.checking.bench import Bench
from caipan.checking.model import GREET, Check, Outcome, failed, ok
from caipan.checking.quote import quoted
from caipan.connect import mends
from caipan.contract.messages import HelloReply
from caipan.features import EDITIONS
from caipan.language.words import ScenarioError, name

LISTS = (
    *("editions", "cards", "skills", "generals", "events", "timings"),
    *("enters", "injects", "queries", "scene"),
)
"""The hello's lists. The connection has seen already that words of the vocabulary are of it."""

NAMED = 5
"""So many bad names are shown."""

ALLOWED = "in a name may be any sign but spaces, the suits ♠♥♣♦, and 、，。:：=#/|“”"


def greeted(bench: Bench) -> Outcome:
    """The connection is made."""
    return ok(f"{quoted(bench.hello.engine.name)} {quoted(bench.hello.engine.version)}")


def well_formed(bench: Bench) -> Outcome:
    """No empty or double words; editions that there are; plain names."""
    problems = flaws(bench.hello)
    return failed("; ".join(problems)) if problems else ok(_summary(bench.hello))


def flaws(hello: HelloReply) -> list[str]:
    """What is wrong with the words of a hello."""
    problems = [f"{what} is empty" for what in ("name", "version") if not getattr(hello.engine, what).strip()]
    if not hello.enters:
        problems.append("`enters` is empty: no game can be entered; without it, `idle` is meant")
    odd: list[str] = []
    for field in LISTS:
        words: list[str] = getattr(hello, field)
        if twice := [word for word, times in Counter(words).items() if times > 1]:
            problems.append(f"`{field}` lists twice: {quoted(', '.join(twice))}")
        if field in ("cards", "skills", "generals") and (bad := [word for word in words if not _plain(word)]):
            odd += bad
            said = f"{', '.join(map(_unplain, bad[:NAMED]))}{', …' if bad[NAMED:] else ''}"
            problems.append(f"`{field}` has what is no plain name: {said}")
    if odd:
        problems.append(ALLOWED)
    if strange := [edition for edition in hello.editions if edition not in EDITIONS]:
        problems.append(f"`editions` has {quoted(', '.join(strange))}; the suite has {', '.join(EDITIONS)}")
    return problems


def _unplain(word: str) -> str:
    """A word that is no plain name, and the sign that is wrong in it."""
    wrong = next((sign for sign in word if not _plain(sign)), None)
    if wrong is None:
        return "an empty word"
    return f"{quoted(repr(word))} (with {'a space' if wrong.isspace() else quoted(wrong)})"


def _plain(word: str) -> bool:
    try:
        return bool(name(word))
    except ScenarioError:
        return False


def _summary(hello: HelloReply) -> str:
    counts = ", ".join(
        f"{len(getattr(hello, field))} {field}"
        for field in ("cards", "skills", "generals", "events", "timings")
    )
    return f"editions {quoted(', '.join(hello.editions))}; {counts}"


def consistent(bench: Bench) -> Outcome:
    """What one list claims, another makes possible."""
    problems = contradictions(bench.hello)
    return failed("; ".join(problems)) if problems else ok()


def contradictions(hello: HelloReply) -> list[str]:
    """Claims of a hello that do not go together."""
    problems: list[str] = []
    if hello.skills and not hello.generals and "skills" not in hello.scene:
        problems.append(
            "`skills` are claimed, but no scene can have them: neither `generals` nor scene part `skills`"
        )
    if hello.timings and "timing" not in hello.events:
        problems.append("`timings` are claimed, but not the event `timing` that reports them")
    if "timing" in hello.events and not hello.timings:
        problems.append("the event `timing` is claimed, but no `timings`")
    if hello.injects and "idle" not in hello.enters:
        problems.append("`injects` happen at the idle point, which `enters` does not have")
    return problems


CHECKS = (
    Check(
        GREET,
        "the hello comes first, is one line of JSON, and speaks protocol 1",
        mends.HELLO,
        greeted,
    ),
    Check(
        "CK02",
        "the hello's lists have no empty, double or unknown words",
        "correct the list that is named; cards and skills go by their whole names, without suit and number",
        well_formed,
        (GREET,),
    ),
    Check(
        "CK03",
        "the claims of the hello go together",
        "claim what makes the other possible, or claim neither",
        consistent,
        (GREET,),
    ),
)
