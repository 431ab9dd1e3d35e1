"""The verdicts as JUnit XML, for CI services: a testsuite for each chapter, a testcase for each scenario."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

from caipan.baseline import Known, departure
from caipan.features import UsageError
from caipan.report import Header, Line

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}


def write(path: Path, header: Header, lines: Sequence[Line], baseline: Mapping[str, Known]) -> None:
    """Write the file.

    Args:
        path: where to.
        header: what was run, against what.
        lines: the verdicts.
        baseline: known failures; these are written as skipped.

    Raises:
        UsageError: it cannot be written.
    """
    root = ET.Element(
        "testsuites", name=f"caipan: {header.engine.engine.name} {header.engine.engine.version}"
    )
    for chapter, group in groupby(sorted(lines, key=_chapter), key=_chapter):
        cases = [_case(line, baseline.get(line.id)) for line in group]
        root.append(_suite(chapter, header, cases))
    _count(root, [case for suite in root for case in suite])
    try:
        ET.indent(root)
        ET.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
    except OSError as error:
        raise UsageError(f"{path}: the JUnit file cannot be written: {error.strerror or error}") from None


def _chapter(line: Line) -> str:
    return line.id.partition(":")[0].rpartition("/")[0]


def _suite(chapter: str, header: Header, cases: list[ET.Element]) -> ET.Element:
    suite = ET.Element("testsuite", name=_clean(chapter), timestamp=header.time)
    _count(suite, cases)
    suite.extend(cases)
    return suite


def _count(element: ET.Element, cases: list[ET.Element]) -> None:
    element.set("tests", str(len(cases)))
    for tag, attribute in _COUNTED.items():
        element.set(attribute, str(sum(case.find(tag) is not None for case in cases)))
    element.set("time", f"{sum(float(case.get('time', 0)) for case in cases):.6f}")


def _case(line: Line, known: Known | None) -> ET.Element:
    file, _, name = line.id.partition(":")
    case = ET.Element("testcase", classname=_clean(file), name=_clean(name), time=f"{line.duration:.6f}")
    properties = ET.SubElement(case, "properties")
    for clause in line.clauses:
        ET.SubElement(properties, "property", name="clause", value=_clean(clause))
    ET.SubElement(properties, "property", name="level", value=line.level)
    ET.SubElement(properties, "property", name="edition", value=_clean(line.edition or "none"))
    wrong = departure(known, line.status)
    if wrong is not None:
        tag = "error" if line.status in ("error", "timeout") else "failure"
        outcome = ET.SubElement(case, tag, type=line.status, message=_clean(wrong if known else line.detail))
        outcome.text = _clean(line.detail)
    elif known is not None:
        ET.SubElement(case, "skipped", type=line.status, message=_clean(f"known failure: {known.reason}"))
    elif line.status != "passed":
        ET.SubElement(case, "skipped", type=line.status, message=_clean(f"{line.status}: {line.detail}"))
    if line.stderr:
        ET.SubElement(case, "system-err").text = _clean(line.stderr)
    return case


def _clean(text: str) -> str:
    """The text without what XML cannot hold."""
    return _NOT_XML.sub("�", text)
