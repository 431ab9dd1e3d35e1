"""``caipan lint``: checks feature files, and a baseline against them."""

from __future__ import annotations

from pathlib import Path

import click

from caipan.clauses_command import summary
from caipan.cli import Unusable
from caipan.features import UsageError
from caipan.lint.registry import BASELINE, CHECKS, UNREADABLE
from caipan.lint.run import lint as check
from caipan.lint.run import unused
from caipan.summary import plural


def codes() -> str:
    """Every code with what is wrong and how to mend it."""
    listed = [UNREADABLE, *((each.code, each.title, each.mend) for each in CHECKS), BASELINE]
    return "\n".join(f"{code}  {title}\n      {mend}" for code, title, mend in listed)


@click.command(short_help="Check feature files.")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    help="A baseline (see `caipan run --help`) whose entries must all name scenarios of PATH.",
)
@click.option("--list", "list_", is_flag=True, help="Print every code, what it means and how to mend it.")
@click.pass_context
def lint(context: click.Context, paths: tuple[Path, ...], baseline: Path | None, list_: bool) -> None:
    """Check feature files for what would go wrong in silence, and for what makes them hard to read.

    PATH is a feature file or a folder of them; without one, the suite's own features are checked. Each
    finding is a line `file:line: CODE what is wrong; how to mend it`. The last line says how many clauses
    of the catalogue these features show: a clause that nothing shows yet is no finding.

    Exit code 0: nothing found. 1: something found. 2: the check could not be made.
    """
    if list_:
        click.echo(codes())
        return
    try:
        result = check(paths)
        reports = [*result.reports, *(unused(baseline, result.scenarios) if baseline else ())]
    except UsageError as problem:
        raise Unusable(str(problem)) from None
    for report in reports:
        click.echo(str(report))
    click.echo(
        f"{plural(result.files, 'file')}, {plural(len(result.scenarios), 'scenario')}, "
        f"{plural(len(reports), 'finding')}; "
        f"{summary(result.covered)}"
    )
    context.exit(1 if reports else 0)
