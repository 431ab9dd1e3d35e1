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

import json
import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

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
        if text.startswith("\ufeff"):
            raise BaselineError(f"{path}:1: begins with a byte-order mark; save it as UTF-8 without BOM")
        content = tomllib.loads(text)
    except OSError as error:
        raise BaselineError(f"{path}: the baseline cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BaselineError(f"{path}: the baseline is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+)", str(error))
        line = where[1] if where else len(text.splitlines()) or 1
        raise BaselineError(f"{path}:{line}: not TOML: {error}; expected tables [[known]]") from None
    except (ValueError, RecursionError) as error:
        # A number of very many digits, lists in lists in lists.
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BaselineError(f"{path}: cannot be read as TOML: {why}; expected tables [[known]]") from None
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


Standing = Literal["new", "known", "mended", "otherwise"]


def standing(known: Known | None, status: Status) -> Standing | None:
    """What a verdict is, seen from the baseline. None: neither a failure nor an entry.

    Args:
        known: the scenario's entry, if it has one.
        status: how it ended.
    """
    if known is None:
        return "new" if status in BAD else None
    if status == known.status:
        return "known"
    return "mended" if status == "passed" else "otherwise"


def departure(known: Known | None, status: Status) -> str | None:
    """What is wrong about a status, in words, seen from the baseline. None: the run does not fail for it.

    Args:
        known: the scenario's entry, if it has one.
        status: how it ended.
    """
    stands = standing(known, status)
    if stands in (None, "known"):
        return None
    if known is None:
        return status
    if stands == "mended":
        return (
            f"passed, though the baseline (line {known.line}) knows it as {known.status}: take the entry out"
        )
    return f"{status}, where the baseline (line {known.line}) knows it as {known.status}: change the entry"


def entry(id: str, status: Status, reason: str = "…", link: str | None = None) -> str:
    """How a failure is written into a baseline."""
    lines = ["[[known]]", f"id = {_quoted(id)}", f'status = "{status}"', f"reason = {_quoted(reason)}"]
    return "\n".join([*lines, f"link = {_quoted(link)}"] if link else lines)


def _quoted(text: str) -> str:
    """A string of TOML: of JSON, but DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def check_new(path: Path, reason: str) -> None:
    """Make sure that a baseline can be written at the end of a run.

    Raises:
        BaselineError: the file is there already, or there is no reason.
    """
    if not reason.strip():
        raise BaselineError("--write-baseline: expected --reason TEXT too: why are these failures accepted?")
    if os.path.lexists(path):
        raise BaselineError(f"{path}: is there already, and is not overwritten; give the name of a new file")


def write(
    path: Path, verdicts: Mapping[str, Status], known: Mapping[str, Known], reason: str
) -> tuple[int, int]:
    """Write a new baseline.

    Args:
        path: where to; never overwritten.
        verdicts: the ids of what was played, with how it ended.
        known: the baseline until now. What it says of the same failure is kept, and what it says of scenarios
            that were not played: of these nothing new is known.
        reason: the reason of all others.

    Returns:
        How many entries it has, and how many of them are of scenarios that were not played.

    Raises:
        BaselineError: the file is there already, or cannot be written.
    """
    entries = []
    for id, status in verdicts.items():
        if status not in BAD:
            continue
        old = known.get(id)
        same = old is not None and old.status == status
        entries.append(entry(id, status, old.reason, old.link) if old and same else entry(id, status, reason))
    kept = [
        entry(old.id, old.status, old.reason, old.link) for old in known.values() if old.id not in verdicts
    ]
    entries += kept
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write("\n\n".join(entries) + "\n" if entries else "")
    except OSError as error:
        raise BaselineError(f"{path}: the baseline cannot be written: {error.strerror or error}") from None
    return len(entries), len(kept)
