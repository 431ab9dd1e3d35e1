"""``-k`` and ``-m``: which scenarios are meant."""

from __future__ import annotations

import re
from dataclasses import dataclass

from _pytest.mark.expression import Expression

from caipan.feature_file import Scenario, UsageError, slug

JOINTS = 100
"""How many times an expression may have and, or, not or a parenthesis: each takes some of Python's stack."""
_JOINTS = re.compile(r"\(|(?<!\S)(?:and|or|not)(?!\S)")


@dataclass(frozen=True, slots=True)
class Selection:
    """What ``-k`` and ``-m`` ask for; what is empty asks for nothing."""

    words: str = ""
    """An expression of words that ids hold."""
    text: str = ""
    """A text that an id or a title holds as it stands."""
    tags: str = ""
    """An expression of tags."""


def read(keyword: str, marker: str) -> Selection:
    """What is asked for: a ``-k`` that is no expression, such as a title, is looked for as it stands.

    Raises:
        UsageError: an expression that cannot be read.
    """
    for option, expression in (("-k", keyword), ("-m", marker)):
        if expression and not expression.strip():
            raise UsageError(f"{option} {expression!r}: nothing but blanks; leave {option} out")
        if len(_JOINTS.findall(expression)) > JOINTS:
            raise UsageError(f"{option}: expected and, or, not and parentheses {JOINTS} times at most")
    tags = re.sub(r"@(?=\w)", "", marker).strip()
    at = _wrong_at(tags)
    if at is not None:
        raise UsageError(
            f"-m {marker!r}: {_what(tags[at:])}; expected tags joined with and, or, not and parentheses: "
            "-m 'clause:2012.dying.order and not disputed'"
        )
    at = _wrong_at(keyword)
    if at is None:
        return Selection(words=keyword.strip(), tags=tags)
    if not re.search(r"(^|\s)(and|or|not)(\s|$)|[()]", keyword):
        return Selection(text=keyword.strip(), tags=tags)
    raise UsageError(
        f"-k {keyword!r}: {_what(keyword[at:])}; expected words joined with and, or, not and parentheses, "
        "where a word has no blanks and no punctuation; a text that has, such as a title, can be looked for "
        "by itself"
    )


def _what(rest: str) -> str:
    return f"cannot be read from {rest!r} on" if rest else "something is missing at its end"


def _wrong_at(expression: str) -> int | None:
    """Where an expression goes wrong, or None."""
    try:
        if expression.strip():
            Expression.compile(expression)
    except SyntaxError as error:
        return (error.offset or 1) - 1
    # pytest would take m(x=1) for a mark with a parameter; no tag has any.
    return expression.find("=") if "=" in expression else None


def holds(scenario: Scenario, text: str) -> bool:
    """Whether a scenario's id or title holds a text, in upper or lower case."""
    wanted = text.lower()
    return any(
        one in there
        for there in (scenario.id.lower(), scenario.title.lower(), scenario.rule.lower())
        for one in (wanted, slug(wanted))
    )
