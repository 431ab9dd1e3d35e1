"""The baseline: an engine's known failures.

A TOML file with one table for each::

    [[known]]
    id = "dying/濒死:从当前回合角色开始:先轮到的人用掉了自己的"
    status = "failed"          # or "error", "timeout"
    reason = "asks for 桃 in the order of seats"
    link = "https://…"         # optional

A known failure does not fail the run. What is no longer so does: a scenario of the
baseline that passes, or that ends otherwise than the baseline says.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caipan.features import UsageError
from caipan.verdict import BAD, Status

KEYS = ("id", "status", "reason", "link")
_HEAD = re.compile(r"\s*\[\[\s*known\s*\]\]")


@dataclass(frozen=True, slots=True)
class Known:
    """One known failure."""

    id: str
    status: Status
    reason: str
    link: str | None
    line: int
    """The line of its ``[[known]]``."""


class BaselineError(UsageError):
    """A baseline that cannot be used; the message names file and line, and what was expected."""


def read(path: Path) -> dict[str, Known]:
    """The known failures by id.

    Raises:
        BaselineError: it cannot be read, or an entry is not whole or is there twice.
    """
    try:
        text = path.read_bytes().decode("utf-8")
        content = tomllib.loads(text)
    except OSError as error:
        raise BaselineError(f"{path}: the baseline cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BaselineError(f"{path}: the baseline is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+)", str(error))
        line = where[1] if where else len(text.splitlines()) or 1
        raise BaselineError(f"{path}:{line}: not TOML: {error}; expected tables [[known]]") from None
    unknown = sorted(content.keys() - {"known"})
    if unknown:
        raise BaselineError(f"{path}: unknown key {unknown[0]!r}; expected only tables [[known]]")
    entries = content.get("known", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BaselineError(f"{path}: `known` is not a list of tables; expected [[known]] before each entry")
    found: dict[str, Known] = {}
    for line, entry in zip(_lines(text, len(entries)), entries, strict=True):
        known = _known(path, line, entry)
        if known.id in found:
            first = found[known.id].line
            raise BaselineError(
                f"{path}:{line}: {known.id} is already known in line {first}; keep one of them"
            )
        found[known.id] = known
    return found


def _lines(text: str, entries: int) -> Iterator[int]:
    """The line of each entry. TOML readers keep none, so the headings are counted."""
    heads = [number for number, line in enumerate(text.splitlines(), 1) if _HEAD.match(line)]
    return iter(heads if len(heads) == entries else [1] * entries)


def _known(path: Path, line: int, entry: Mapping[str, Any]) -> Known:
    unknown = [key for key in entry if key not in KEYS]
    if unknown:
        raise BaselineError(f"{path}:{line}: unknown key {unknown[0]!r}; expected {', '.join(KEYS)}")
    for key in KEYS:
        value = entry.get(key, "" if key != "link" else None)
        if value is None:
            continue
        if not isinstance(value, str) or not value.strip():
            raise BaselineError(f'{path}:{line}: an entry without {key}; expected {key} = "…"')
    if entry["status"] not in BAD:
        raise BaselineError(
            f"{path}:{line}: status {entry['status']!r}; expected one of {', '.join(sorted(BAD))} "
            "(nothing else fails a run)"
        )
    return Known(entry["id"], entry["status"], entry["reason"], entry.get("link"), line)


def check_ids(path: Path, known: Mapping[str, Known], ids: Collection[str]) -> None:
    """Make sure that every entry names a scenario.

    Raises:
        BaselineError: one does not.
    """
    wrong = [
        f"{path}:{entry.line}: no scenario has the id {entry.id}"
        for entry in known.values()
        if entry.id not in ids
    ]
    if wrong:
        raise BaselineError(
            "\n".join([*wrong, "take the entry out, or give the id as `caipan run` prints it"])
        )


def departure(known: Known | None, status: Status) -> str | None:
    """What is wrong about a status, in words, seen from the baseline. None: the run does not fail for it.

    Args:
        known: the scenario's entry, if it has one.
        status: how it ended.
    """
    if known is None:
        return status if status in BAD else None
    if status == known.status:
        return None
    if status == "passed":
        return (
            f"passed, though the baseline (line {known.line}) knows it as {known.status}: take the entry out"
        )
    return f"{status}, where the baseline (line {known.line}) knows it as {known.status}: change the entry"


def entry(id: str, status: Status) -> str:
    """How a failure is written into a baseline."""
    quoted = id.replace("\\", "\\\\").replace('"', '\\"')
    return f'[[known]]\nid = "{quoted}"\nstatus = "{status}"\nreason = "…"'
