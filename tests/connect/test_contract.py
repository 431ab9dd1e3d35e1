"""The schema is up to date and agrees with the types; the serving loop keeps its promises."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from caipan.contract import messages as m
from caipan.contract.schema import dumps, generate
from caipan.contract.serve import serve
from tests.connect.honest import HELLO, Honest
from tests.connect.talk import scene

HARNESS: list[m.HarnessMessage] = [
    m.Hello([1], "0.1.0"),
    scene("杀♠7"),
    m.Start("phase", "甲", phase="discard"),
    m.Start("idle", "甲", inject=m.Inject("damage", "甲", 2, "乙", "fire")),
    m.Answer(1),
    m.Answer(2, m.Choice(use="杀", cards=["杀♠7"], targets=["乙"])),
    m.Answer(3, choices={"甲": None, "乙": m.Choice(cards=["闪♦2"])}),
    m.GetState(),
    m.Query("distance", "甲", "乙"),
]
ENGINE: list[m.EngineMessage] = [
    HELLO,
    m.Ready(),
    m.Unsupported("card", "no 闪电"),
    m.Event("damage", player="乙", source="甲", amount=1),
    m.Ask(1, ["乙"], "use", names=["闪"], reason="杀", subject="甲"),
    m.Rejected("too far"),
    m.State([m.PlayerState("甲", 4, 4)]),
    m.Result(True),
    m.Result(3),
    m.Done(m.State([], over=True)),
    m.Error("oops"),
]


def _validator(side: str) -> Any:
    return jsonschema.Draft202012Validator({**generate(), "anyOf": [{"$ref": f"#/$defs/{side}"}]})


def test_the_schema_is_up_to_date() -> None:
    """Mend it with ``python -m caipan.contract.schema > tools/caipan/contract/schema.json``."""
    assert (Path(m.__file__).parent / "schema.json").read_text(encoding="utf-8") == dumps()


def test_the_schema_is_a_schema_and_documents_its_fields() -> None:
    """Field docstrings, and those of aliases, become descriptions."""
    schema = generate()
    jsonschema.Draft202012Validator.check_schema(schema)
    ask = schema["$defs"]["Ask"]["properties"]
    assert ask["required"]["description"] == "Whether a null answer is refused, by ``rejected`` or ``error``."
    assert ask["kind"]["description"].startswith("What is decided.")
    assert schema["x-closes"]["reset"] == ["ready", "unsupported", "error"]


@pytest.mark.parametrize("message", HARNESS, ids=lambda each: type(each).__name__)
def test_harness_messages(message: m.HarnessMessage) -> None:
    """Valid by the schema as by the types, and refused with one field more."""
    plain = json.loads(m.encode(message))
    _validator("HarnessMessage").validate(plain)
    assert m.decode_harness(json.dumps(plain)) == message
    _refused("HarnessMessage", {**plain, "extra": 1})


@pytest.mark.parametrize("message", ENGINE, ids=lambda each: type(each).__name__)
def test_engine_messages(message: m.EngineMessage) -> None:
    """Valid by the schema as by the types, and refused with one field more."""
    plain = json.loads(m.encode(message))
    _validator("EngineMessage").validate(plain)
    assert m.decode_engine(json.dumps(plain)) == message
    _refused("EngineMessage", {**plain, "extra": 1})


WRONG: list[Any] = [[], "ready", {}, {"type": "nope"}, {"type": "done"}, {"type": "result", "value": "3"}]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_wrong_messages(wrong: Any) -> None:
    """What the types refuse, the schema refuses."""
    _refused("EngineMessage", wrong)
    _refused("HarnessMessage", wrong)


def _refused(side: str, plain: Any) -> None:
    decode = m.decode_engine if side == "EngineMessage" else m.decode_harness
    with pytest.raises(msgspec.ValidationError):
        decode(json.dumps(plain))
    assert not _validator(side).is_valid(plain)


class Broken:
    """Breaks on everything, each time otherwise."""

    def handle(self, message: m.HarnessMessage) -> Iterator[m.EngineMessage]:
        """Yield some events, and no good end."""
        yield m.Event("phase", player="甲", phase="play")
        match message:
            case m.Start():
                raise IndexError("no such seat")
            case m.Answer():
                yield m.Rejected(object())  # type: ignore[arg-type]


def _served(engine: Any, *lines: bytes) -> list[m.EngineMessage]:
    out = io.BytesIO()
    serve(engine, list(lines), out)
    return [m.decode_engine(line) for line in out.getvalue().splitlines()]


def test_serving() -> None:
    """One reply a line; blank lines are nothing."""
    assert _served(Honest(), m.encode(m.Hello([1], "x")), b"\n", m.encode(scene())) == [HELLO, m.Ready()]


def test_serving_nonsense() -> None:
    """A line that is no message is answered with an error that quotes it."""
    not_json, unknown = _served(Honest(), b"hello\n", b'{"type":"state","all":true}\n')
    assert isinstance(not_json, m.Error)
    assert not_json.message.startswith("no message of the contract: JSON is malformed")
    assert isinstance(unknown, m.Error)
    assert 'unknown field `all`; the line was: {"type":"state","all":true}' in unknown.message


def test_serving_a_broken_engine(capsys: pytest.CaptureFixture[str]) -> None:
    """Its exception is one line in an error, after what it had said; the traceback goes to stderr."""
    event = m.Event("phase", player="甲", phase="play")
    assert _served(Broken(), m.encode(m.Start("idle", "甲"))) == [event, m.Error("IndexError: no such seat")]
    assert 'raise IndexError("no such seat")' in capsys.readouterr().err
    _, unencodable = _served(Broken(), m.encode(m.Answer(1)))
    assert isinstance(unencodable, m.Error)
    assert unencodable.message.startswith("TypeError: ")
    assert _served(Broken(), m.encode(m.GetState())) == [
        event,
        m.Error("the engine ended its reply to `state` without a closing message"),
    ]


class Counting(io.BytesIO):
    """Counts what is written and flushed."""

    writes = 0

    def write(self, data: Any, /) -> int:
        """Count, and write."""
        self.writes += 1
        return super().write(data)


class Talkative:
    """Many events, one reply."""

    def handle(self, _message: m.HarnessMessage) -> Iterator[m.EngineMessage]:
        """Yield them."""
        for _ in range(100):
            yield m.Event("phase", player="甲", phase="play")
        yield m.Done(m.State([]))


def test_a_reply_is_written_at_once() -> None:
    """Not event by event."""
    out = Counting()
    serve(Talkative(), [m.encode(m.Start("idle", "甲"))], out)
    assert out.writes == 1
    assert len(out.getvalue().splitlines()) == 101
