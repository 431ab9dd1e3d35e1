"""``python -m caipan`` is the command ``caipan``."""

from __future__ import annotations

import sys


def entry() -> None:
    """Run the command and end the process with its exit code, whatever an engine in it is still at."""
    try:
        # In here, for ^C may come as early as this.
        from caipan.cli import main

        main()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        # Only a command that connected to an engine has loaded it.
        spec = sys.modules.get("caipan.connect.spec")
        if spec is not None:
            spec.leave(code)
        raise


if __name__ == "__main__":
    entry()
