"""``python -m caipan`` is the command ``caipan``."""

from __future__ import annotations

from caipan.cli import main

main()
