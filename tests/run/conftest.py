"""The features below data/ are for the tests of the runner, not tests themselves."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # As shells start what runs in the background: what the tests start would ignore Ctrl-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore_glob = ["data/*"]
