"""What an engine says is shown so that nothing happens to whoever reads it."""

from __future__ import annotations

import pytest

from caipan.connect.base import CannotConnect
from caipan.connect.process import Tail
from caipan.contract.messages import Ask
from caipan.language.describe import describe_ask
from caipan.verdict import EngineBroke, Unsupported
from caipan.visible import visible, visible_all


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("杀♠7 对 乙，“摸牌”\n\t→ 😀", "杀♠7 对 乙，“摸牌”\n\t→ 😀"),
        ("\x1b[2J\x07\x00", "\\x1b[2J\\x07\\x00"),
        ("a\rb\x7f\x9b", "a\\x0db\\x7f\\x9b"),
        ("\u202eabc\u200b\ufeff", "\\u202eabc\\u200b\\ufeff"),
        ("\ud800", "\\ud800"),
    ],
    ids=["words", "controls", "lines", "directions", "surrogate"],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown
    shown.encode()
    assert visible(shown) == shown
    assert visible_all({text: [text, 1, {"x": text}, None]}) == {shown: [shown, 1, {"x": shown}, None]}


def test_whatever_quotes_an_engine_is_visible() -> None:
    """Verdicts, what could not be connected, stderr, asks in words."""
    broke, lacks = EngineBroke("\x1b[31m"), Unsupported("\x07", "\ud800")
    assert (broke.detail, str(broke)) == ("\\x1b[31m", "\\x1b[31m")
    assert (lacks.detail, lacks.what, lacks.why) == ("\\x07: \\ud800", "\\x07", "\\ud800")
    assert str(CannotConnect("\x1b")) == "\\x1b"
    tail = Tail()
    tail.add(b"one\r\ntwo\x1b[0m\n")
    assert tail.text() == "one\ntwo\\x1b[0m\n"
    assert describe_ask(Ask(1, ["甲"], "option", options=["\x1b[2J"])) == "询问 甲 是否选择 “\\x1b[2J”"


def test_of_what_an_engine_said_last_the_error_is_shown() -> None:
    """Node names it first, and its place, its fields and a version after it."""
    tail = Tail()
    tail.add(b"file:1\n  throw err;\n\nError: Cannot find module 'x.js'\n    at Error.of (loader:1)\n")
    tail.add(b"  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v20\n")
    assert tail.last_lines() == "Error: Cannot find module 'x.js' | … | requireStack: [] | } | Node.js v20"
    tail.add(b"KeyError: 'x'\n")
    assert tail.last_lines() == "} | Node.js v20 | KeyError: 'x'"
