"""An engine over stdio that says hello, notes its process, and then takes its time over the first answer."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

from caipan.contract.messages import Answer, EngineMessage, HarnessMessage
from caipan.contract.serve import serve
from tests.connect.honest import Honest


class Sleepy(Honest):
    """Sleeps."""

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """Note the process first."""
        if isinstance(message, Answer):
            with open(sys.argv[1], "a", encoding="utf-8") as file:
                file.write(f"{os.getpid()}\n")
            time.sleep(60)
        yield from super().handle(message)


if __name__ == "__main__":
    serve(Sleepy())
