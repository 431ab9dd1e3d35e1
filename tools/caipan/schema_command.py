"""``caipan schema``: the adapter protocol as JSON Schema."""

from __future__ import annotations

import click


@click.command(short_help="Print the adapter protocol as JSON Schema.")
def schema() -> None:
    """Print the JSON Schema of the adapter protocol, generated from its types.

    Every message is one JSON object on one line. $defs holds each message and each of its parts.
    """
    from caipan.contract.schema import dumps

    click.echo(dumps().encode(), nl=False)
