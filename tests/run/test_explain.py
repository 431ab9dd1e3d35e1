"""caipan explain: the scenario that is meant, and the tree that is drawn."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from caipan.contract.messages import Event
from caipan.explain import explain, find, tree
from caipan.features import UsageError, load, packaged
from tests.run.playing import DATA, ENGINES, HONEST, OTHER


def explained(wanted: str, *paths: Path, engine: str = HONEST, **options: Any) -> tuple[int, str]:
    out = io.StringIO()
    console = Console(file=out, width=110, markup=False, highlight=False)
    code = explain(wanted, console, engine=engine, paths=paths or (DATA,), **options)
    return code, out.getvalue()


def test_a_scenario_is_drawn() -> None:
    code, out = explained("依次使用")
    assert code == 0
    events = ["甲 使用 桃♥3 对 甲", "甲 回复体力 1点", "移动 桃♥3 (甲的手牌→弃牌堆，因使用)"]
    drawn = [line.lstrip("├└─│ ") for line in out.splitlines() if line.startswith(("├", "└", "│"))]
    assert drawn == ["? 甲 出牌阶段的空闲时间点 -> 桃♥3", *events, "? 甲 出牌阶段的空闲时间点 -> (停在这里)"]
    for part in ("| 甲   | 1/4  | 桃♥3 |", "甲 2/4", "(terms.word.recover)", "| 使用     | 甲   | 桃♥3 |"):
        assert part in out
    assert out.endswith("passed\n")


def test_the_verdict_stands_at_the_end() -> None:
    code, out = explained("写错")
    assert code == 1
    assert "\nfailed: 甲 的体力: 应为 4, 实为 2\n" in out
    assert out.rstrip().endswith("桃.feature:23: 并且 甲 的体力为 4")
    code, out = explained("在此撒谎", engine=ENGINES + "Raising")
    assert code == 1
    assert "\nerror: " in out
    assert "about to break" in out
    assert explained("没有杀")[0] == 0
    assert explained("争议")[0] == 0


def test_what_merely_ends_in_the_text_is_not_preferred() -> None:
    with pytest.raises(UsageError, match=r"\d\d scenarios fit '八卦阵'"):
        find("八卦阵", load())


def test_the_reading_stands_below_the_clauses() -> None:
    _, out = explained("郭嘉死了，没有机会发动遗计", packaged(), engine="reference")
    assert "\n  reading F08 (clauses/conflicts.md)\n" in out


def test_editions() -> None:
    assert "(2012)" in explained("依次使用", edition="2012")[1]
    with pytest.raises(UsageError, match="holds only in 2012"):
        explained("只在2012", edition="2013")


def test_the_reference_nests_events() -> None:
    _, out = explained("依次使用", engine="reference")
    assert "│   " in out
    assert out.endswith("passed\n")


def test_events_are_nested_and_asks_stand_where_they_came() -> None:
    events = [
        Event("use", id=1, player="甲", card="杀"),
        Event("damage", id=2, parent=1, player="乙", amount=1),
        Event("deduct", parent=2, player="乙", amount=1),
        Event("turn_over", parent=9, player="甲"),
    ]
    root = tree(events, [], "x")
    assert [str(node.label) for node in root.children] == ["甲 使用 杀", "甲 回合结束"]
    (damage,) = root.children[0].children
    assert [str(node.label) for node in damage.children] == ["乙 扣减体力 1点"]


def test_which_scenario_is_meant() -> None:
    suite = load([DATA])
    whole = "吃桃/桃:吃一张桃，回复1点体力:吃下去，体力加1"
    for wanted in (whole, "吃下去，体力加1", "吃下去", "回复1点体力:吃下去", f"data/{whole}"):
        assert find(wanted, suite)[1].id == whole
    for wanted in ("体力<前>，吃到<后>[3,4]", "体力3，吃到4"):
        assert find(wanted, suite)[1].row == ("3", "4")
    with pytest.raises(UsageError, match="2 scenarios fit '吃到<后>'; expected the id of one of them"):
        find("吃到<后>", suite)
    with pytest.raises(UsageError, match="9 scenarios fit '桃'") as said:
        find("桃", suite)
    assert all(f"\n  {scenario.id}" in str(said.value) for scenario in suite[0].scenarios)
    with pytest.raises(UsageError, match="near are\n  吃桃/桃:吃一张桃，回复1点体力:吃下去，体力加1"):
        find("吃桃/桃:吃一张桃，回复1点体力:吃下去，体力加2", suite)
    with pytest.raises(UsageError, match="no scenario has the id ''"):
        find("", suite)
    assert find("又-[一]处/吃桃/桃:吃下去，体力加1", load([OTHER]))[1].id == "吃桃/桃:吃下去，体力加1"
