"""Text of engines as it may be shown: nothing in it moves the cursor, and every encoding can take it."""

from __future__ import annotations

import re
from typing import Any

_STRANGE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufff9-\uffff]"
)
"""Control characters but tab and line feed, what turns the direction of writing or is not seen at all, and
lone surrogates."""


def visible(text: str) -> str:
    r"""The text with what cannot be seen written out: ``\x1b``, ``\u202e``."""
    return _STRANGE.sub(_written, text)


def _written(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def visible_all(value: Any) -> Any:
    """The same for every text inside lists and dictionaries."""
    match value:
        case str():
            return visible(value)
        case list():
            return [visible_all(each) for each in value]
        case dict():
            return {visible_all(key): visible_all(each) for key, each in value.items()}
    return value
