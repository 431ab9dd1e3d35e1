"""A real browser for tests: Chromium without a screen, spoken to through a pipe in its own protocol."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"),
    *("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-quic", "--disable-dev-shm-usage", "about:blank"),
)
_ON_3_AND_4 = """
import os, sys
ends = [os.dup(int(end)) for end in sys.argv[1:3]]
for number, end in zip((3, 4), ends):
    os.dup2(end, number)
    os.set_inheritable(number, True)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The browser takes its commands from descriptor 3 and answers on 4."""


@dataclass(slots=True)
class Page:
    """A tab. Whatever goes wrong in a page (an exception, an error on the console) is kept in ``errors``."""

    _to: IO[bytes]
    _from: IO[bytes]
    _session: str | None = None
    _number: int = 0
    errors: list[str] = field(default_factory=list)
    _loaded: bool = False

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and take its result, and what happens meanwhile."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        self._to.flush()
        while True:
            heard = self._hear()
            if heard.get("id") == self._number:
                assert "error" not in heard, f"{method}: {heard['error']}"
                result: dict[str, Any] = heard["result"]
                return result

    def _hear(self) -> dict[str, Any]:
        raw = bytearray()
        while (byte := self._from.read(1)) != b"\0":
            assert byte, "the browser ended"
            raw += byte
        heard: dict[str, Any] = json.loads(raw)
        params = heard.get("params", {})
        match heard.get("method"):
            case "Page.loadEventFired":
                self._loaded = True
            case "Runtime.exceptionThrown":
                self.errors.append(str(params["exceptionDetails"]))
            case "Log.entryAdded" if params["entry"]["level"] in ("error", "warning"):
                self.errors.append(f"{params['entry']['text']} ({params['entry'].get('url')})")
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "warning", "assert"):
                self.errors.append(str(params["args"]))
        return heard

    def attach(self) -> None:
        """Open the tab."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def size(self, width: int, height: int = 844, *, dark: bool = False) -> None:
        """Make the window so wide; narrow ones are phones."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, url: str) -> None:
        """Load a page, and wait until it and its scripts are there."""
        self._loaded = False
        failed = self.send("Page.navigate", url=url).get("errorText")
        assert not failed, f"{url}: {failed}"
        while not self._loaded:
            self._hear()

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def picture(self, file: Path) -> None:
        """Write what is to be seen, as PNG."""
        file.write_bytes(base64.b64decode(self.send("Page.captureScreenshot")["data"]))


@contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """A browser with one tab.

    Args:
        profile: an empty folder for what it keeps.
    """
    assert PROGRAM is not None
    its_input, ours_out = os.pipe()
    ours_in, its_output = os.pipe()
    command = [sys.executable, "-c", _ON_3_AND_4, str(its_input), str(its_output), PROGRAM, *_FLAGS]
    process = subprocess.Popen(
        [*command, f"--user-data-dir={profile}"],
        pass_fds=(its_input, its_output),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(its_input)
    os.close(its_output)
    with os.fdopen(ours_out, "wb") as to, os.fdopen(ours_in, "rb") as back:
        page = Page(to, back)
        try:
            page.attach()
            yield page
            page._session = None
            page.send("Browser.close")
        finally:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
