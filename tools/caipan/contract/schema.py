"""The JSON Schema of the contract, generated from the message types.

``python -m caipan.contract.schema`` prints it, as ``caipan schema`` does; what
it prints is checked in as ``schema.json``.
"""

from __future__ import annotations

import ast
import inspect
import json
from itertools import pairwise
from typing import Any, get_args

import msgspec

from caipan.contract import messages
from caipan.contract.messages import CLOSES, PROTOCOL, EngineMessage, HarnessMessage
from caipan.contract.vocabulary import EVENTS, REASONS, TIMINGS, ZONES

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_REF = "#/$defs/{name}"


def generate() -> dict[str, Any]:
    """The schema of every message, both ways.

    ``$defs`` holds each message and each part of one with its documentation, and ``HarnessMessage`` and
    ``EngineMessage``, what either side may send. ``x-closes`` says which messages may close the reply to
    which, ``x-vocabulary`` the words that events are made of.
    """
    sides = {"HarnessMessage": get_args(HarnessMessage), "EngineMessage": get_args(EngineMessage)}
    types = [each for side in sides.values() for each in side]
    _, parts = msgspec.json.schema_components(types, ref_template=_REF)
    for name, notes in _field_docs().items():
        for field, note in notes.items():
            if name in parts and field in parts[name].get("properties", {}):
                parts[name]["properties"][field]["description"] = note
    for side, members in sides.items():
        parts[side] = {
            "description": f"Whatever the {side.removesuffix('Message').lower()} sends, one object a line.",
            "anyOf": [{"$ref": _REF.format(name=member.__name__)} for member in members],
        }
    return {
        "$schema": DIALECT,
        "title": f"caipan adapter protocol, version {PROTOCOL}",
        "description": inspect.getdoc(messages),
        "anyOf": [{"$ref": _REF.format(name=side)} for side in sides],
        "$defs": dict(sorted(parts.items())),
        "x-closes": {
            str(sent.__struct_config__.tag): [close.__struct_config__.tag for close in closes]
            for sent, closes in CLOSES.items()
        },
        "x-vocabulary": {
            "events": {w.kind: {"label": w.label, "fields": w.fields} for w in EVENTS.values()},
            "timings": TIMINGS,
            "reasons": REASONS,
            "zones": ZONES,
        },
    }


def dumps() -> str:
    """The schema as text, the way it is checked in."""
    return json.dumps(generate(), ensure_ascii=False, indent=2) + "\n"


def _field_docs() -> dict[str, dict[str, str]]:
    """Message -> field -> the docstring under it, or under the alias that is its type.

    Python drops those docstrings, so they are read from the source.
    """
    body = ast.parse(inspect.getsource(messages)).body
    aliases = {
        node.targets[0].id: note
        for node, note in _documented(body)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    found: dict[str, dict[str, str]] = {}
    for part in body:
        if isinstance(part, ast.ClassDef):
            fields = [n for n in part.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
            notes = {ast.unparse(f.target): aliases.get(ast.unparse(f.annotation)) for f in fields}
            notes |= {
                ast.unparse(f.target): note
                for f, note in _documented(part.body)
                if isinstance(f, ast.AnnAssign)
            }
            found[part.name] = {field: note for field, note in notes.items() if note}
    return found


def _documented(body: list[ast.stmt]) -> list[tuple[ast.stmt, str]]:
    """The statements that a docstring follows, with it."""
    return [
        (statement, inspect.cleandoc(note.value.value))
        for statement, note in pairwise(body)
        if isinstance(note, ast.Expr)
        and isinstance(note.value, ast.Constant)
        and isinstance(note.value.value, str)
    ]


if __name__ == "__main__":
    print(dumps(), end="")
