"""Cards that an engine claims and no scenario with a verdict speaks of."""

from __future__ import annotations

from pathlib import Path

from caipan import features, unseen
from caipan.playing import House
from caipan.report import Line
from caipan.verdict import Status

FEATURE = """# language: zh-CN
功能: 顺手牵羊
  @clause:terms.word.may
  规则: 一
    场景: 火杀和判定区里的牌
      假如 场上依次为:
        | 角色 | 手牌             | 判定区         |
        | 甲   | 火杀♥4、闪♦2#2   | 杀♦7=乐不思蜀  |
        | 乙   |                  |                |
      当 甲 将 闪♦2#2 当 决斗 对 乙 使用
      那么 乙 的体力为 3
"""


def test_only_what_a_decided_scenario_speaks_of_is_seen(tmp_path: Path) -> None:
    (tmp_path / "a.feature").write_text(FEATURE, "utf-8")
    (scenario,) = (one for file in features.load([tmp_path]) for one in file.scenarios)

    def left(status: Status) -> list[str]:
        line = Line(scenario.id, scenario.clauses, scenario.level, status, "", 0.0, None)
        claimed = ["火杀", "雷杀", "决斗", "闪", "乐不思蜀", "顺手牵羊"]
        return unseen.cards(claimed, [line], {scenario.id: scenario}, House("reference").needs)

    assert left("failed") == ["雷杀", "顺手牵羊"]
    assert left("unsupported") == ["火杀", "雷杀", "决斗", "闪", "乐不思蜀", "顺手牵羊"]
