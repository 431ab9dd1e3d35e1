"""``caipan report``: reports of one or several engines as a table, a website and a badge."""

from __future__ import annotations

from pathlib import Path

import click

from caipan.cli import Unusable, path_option


@click.command(short_help="Show reports side by side, as table or website.")
@click.argument("reports", metavar="REPORT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@path_option(
    "--html",
    metavar="DIR",
    help="Write a website to DIR: it needs no server, only a browser.",
)
@path_option(
    "--badge",
    help="Write a badge (SVG) to FILE: how many scenarios the engine of the only REPORT passes.",
)
@click.option(
    "--differ", is_flag=True, help="List the scenarios that do not end the same way in all reports."
)
@path_option(
    "--features",
    "paths",
    metavar="PATH",
    multiple=True,
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

    Exit code: 0, whatever the verdicts; 2 if a report is not whole or something cannot be written.
    """
    from caipan import features
    from caipan.console import stdout
    from caipan.features import UsageError
    from caipan.report import check_writable
    from caipan.reporting import badge as badges
    from caipan.reporting import model, pages, table

    try:
        if badge is not None:
            check_writable(badge, "badge")
        if html is not None:
            pages.check_folder(html)
        found = model.compare(reports, features.load(paths))
        if badge is not None:
            badges.write(badge, found)
        table.show(stdout(), found, differing=differ)
        if html is not None:
            click.echo(f"\n{pages.write(html, found)}")
    except UsageError as problem:
        raise Unusable(str(problem)) from None
