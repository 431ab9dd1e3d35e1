"""``caipan report``: reports of one or several engines as a table, a website and a badge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from caipan.cli import FEATURES, Place, _do, path_option


class _Report(Place):
    """A report; ``-`` is not standard input, and the message says how that is named."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse what is no name."""
        if value == "-":
            self.fail("- is not a name here; for standard input give /dev/stdin", param, ctx)
        return super().convert(value, param, ctx)


@click.command(short_help="Show reports side by side, as table or website.")
@click.argument("reports", metavar="REPORT...", nargs=-1, required=True, type=_Report("the name of a report"))
@path_option(
    "--html",
    metavar="DIR",
    help="Write a website to DIR: it needs no server, only a browser. Another's files in DIR are left alone.",
)
@path_option(
    "--badge",
    help="Write a badge (SVG) to FILE: how many of all scenarios the engine of the only REPORT passes. It is "
    "grey, with a word why, if the report is partial, of another suite, or decides nothing.",
)
@click.option(
    "--differ", is_flag=True, help="List the scenarios that do not end the same way in all reports."
)
@path_option(
    "--features",
    "paths",
    metavar="PATH",
    multiple=True,
    type=FEATURES,
    help="The features that the reports are about, if not the suite's own.",
)
def report(
    reports: tuple[Path, ...], html: Path | None, badge: Path | None, differ: bool, paths: tuple[Path, ...]
) -> None:
    """Show what `caipan run --report` wrote, several engines side by side.

    REPORT is such a file; each is a column of the table, and each chapter of the rules a row. Reports about
    other features, editions or versions of the suite are compared too, but not in silence: a warning says
    so. A scenario that a report lacks is `not played`.

    The website has every clause with the state of each engine, every scenario as a ruling to read, and of
    each that did not pass: what was expected, what happened instead, how far the script came, what was
    asked, and the tree of what happened beside that of the reference, which is played for it.

    \b
    caipan run --engine 'stdio:./my-engine' --report mine.ndjson
    caipan report mine.ndjson --html site --badge badge.svg
    caipan report old.ndjson new.ndjson --differ

    Exit code: 0, whatever the verdicts; 2 if a report is not whole or something cannot be written; 130 if
    it was interrupted.
    """
    _do(lambda: show(reports, html, badge, differ, paths))


def show(
    reports: tuple[Path, ...], html: Path | None, badge: Path | None, differ: bool, paths: tuple[Path, ...]
) -> int:
    """Show reports.

    Args:
        reports: the files.
        html: the folder for a website, if one is wanted.
        badge: the file for a badge, if one is wanted.
        differ: whether to list on which scenarios they differ.
        paths: the features that they are about; none: the suite's own.

    Returns:
        The exit code.

    Raises:
        UsageError: a report cannot be used, or something cannot be written.
    """
    from caipan import features
    from caipan.console import stderr, stdout
    from caipan.reporting import badge as badges
    from caipan.reporting import compare, folder, pages, table
    from caipan.summary import plural

    suite = features.load(paths)
    if badge is not None:
        _check_badge(badge, html, reports, [feature.path for feature in suite])
        badges.check(badge)
    if html is not None:
        folder.check(html, pages.FIXED)
    with stderr().status(f"reading {plural(len(reports), 'report')}"):
        found = compare.compare(reports, suite)
    if html is not None:
        folder.check(html, pages.names(found))
    if badge is not None:
        badges.write(badge, found)
    table.show(stdout(), found, differing=differ)
    if html is not None:
        with stderr().status("writing the website") as status:
            first = pages.write(html, found, status.update)
        click.echo(f"\n{first}")
    return 0


def _check_badge(badge: Path, html: Path | None, reports: tuple[Path, ...], played: list[Path]) -> None:
    """Make sure that a badge is about one report, and takes the place of nothing that is read or written."""
    from caipan.features import UsageError
    from caipan.outputs import check_apart, inside

    if len(reports) != 1:
        raise UsageError(f"--badge: a badge is about one engine, not {len(reports)}; give one report")
    check_apart({"--badge": badge}, {"the report": reports[0]}, played)
    if html is not None and inside(badge, html):
        raise UsageError(
            f"--badge {badge}: this is inside the website of --html, which would be mixed with it; "
            "give a name outside"
        )
