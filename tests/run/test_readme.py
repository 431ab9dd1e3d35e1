"""What the READMEs show is what happens."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec
import pytest

from caipan.cli import COMMANDS
from caipan.connect import named
from caipan.features import load
from caipan.summary import CHAPTERS
from tests.mutants.catalogue import MUTANTS
from tests.mutants.test_mutants import build
from tests.run.test_explain import explained
from tests.run.test_run import ROOT, command

READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
ENGINES = ROOT / "tools" / "engines"
MY_ENGINE = """#!{python}
import sys

sys.path.insert(0, {folder!r})
from msgspec.structs import replace

from caipan.contract.messages import EngineInfo, HelloReply
from caipan.contract.serve import serve
from sanguosha.adapter import Reference


class Mine(Reference):
    def handle(self, message):
        for each in super().handle(message):
            is_hello = isinstance(each, HelloReply)
            yield replace(each, engine=EngineInfo("my-engine", "0.3")) if is_hello else each


serve(Mine())
"""


def blocks(path: Path, language: str) -> list[str]:
    """The code of a language in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def constant(text: str) -> str:
    """A run's output without what grows with the features: numbers of scenarios, and of lines, and times."""
    text = re.sub(r"\.feature:\d+", ".feature:N", text)
    text = re.sub(rf"^({'|'.join((*CHAPTERS, 'all'))})(?: +[·\d]+)+$", r"\1 N", text, flags=re.MULTILINE)
    return re.sub(r"[\d.]+(?= (scenarios|s:|passed|failed|of))|(?<=of )\d+", "N", text)


def test_the_failure_that_is_shown_is_one_that_comes(tmp_path: Path) -> None:
    (sample,) = {block for path in READMES for block in blocks(path, "text")}
    build(next(mutant for mutant in MUTANTS if mutant.name == "dying-after-damage"), tmp_path)
    script = tmp_path / "my-engine"
    script.write_text(MY_ENGINE.format(python=sys.executable, folder=str(tmp_path)))
    script.chmod(0o755)
    typed, _, shown = sample.partition("\n")
    assert typed == "$ caipan run --engine 'stdio:./my-engine' -k 遗计"
    done = command("run", "--engine", "stdio:./my-engine", "-k", "遗计", cwd=tmp_path)
    assert done.returncode == 1
    came = constant(done.stdout)
    for part in constant(shown).split("\n…\n"):
        for paragraph in part.split("\n\n"):
            assert paragraph.strip("\n") in came


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.name)
def test_what_a_readme_names_is_there(path: Path) -> None:
    text = path.read_text("utf-8")
    for name in COMMANDS:
        assert f"| `caipan {name}" in text
    for name in named.names():
        engine = named.load(name)
        assert engine is not None
        assert f"[{name}](tools/engines/{name}/README.md)" in text
        assert f"`{engine.home}`" in text
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / target).exists(), target
    (scenario,) = blocks(path, "gherkin")
    assert any(scenario in feature.source.decode() for feature in load())


def test_the_two_readmes_are_alike() -> None:
    first, second = (path.read_text("utf-8") for path in READMES)
    assert len(re.findall(r"^#+ ", first, re.MULTILINE)) == len(re.findall(r"^#+ ", second, re.MULTILINE))
    for language in ("sh", "text", "gherkin"):
        assert blocks(READMES[0], language) == blocks(READMES[1], language)
    for one, other in zip(*(blocks(path, "console") for path in READMES), strict=True):
        typed = [
            [re.split(" {2,}#|--reason", line)[0] for line in block.splitlines()] for block in (one, other)
        ]
        assert typed[0] == typed[1]


def test_the_conversation_of_the_tutorial(tmp_path: Path) -> None:
    (feature,) = blocks(ENGINES / "README.md", "gherkin")
    (shown,) = (block for block in blocks(ENGINES / "README.md", "text") if block.startswith("-> "))
    path = tmp_path / "杀.feature"
    path.write_text(feature, "utf-8")
    trace = tmp_path / "t.ndjson"
    adapter = ENGINES / "tutorial" / "adapter.py"
    code, _ = explained("没有闪", path, engine=f"stdio:{sys.executable} '{adapter}'", trace=trace)
    assert code == 0
    arrows = {"->": "sent", "<-": "received"}
    talk = [(arrows[line[:2]], msgspec.json.decode(line[3:])) for line in shown.splitlines()]
    lines = [msgspec.json.decode(line) for line in trace.read_bytes().splitlines()]
    assert talk == [(line["direction"], line["message"]) for line in lines]
