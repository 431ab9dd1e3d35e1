"""Feature files: found, parsed, and refused where they would go silently wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from caipan import features
from caipan.features import UsageError
from caipan.paths import shown
from tests.run.playing import DATA, OTHER, refused

HEAD = "# language: zh-CN\n功能: 题目\n"
SCENE = "    假如 场上依次为:\n      | 角色 |\n      | 甲   |\n      | 乙   |\n"
GOOD = f"{HEAD}  场景: 一\n{SCENE}    那么 甲 存活\n"


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "x.feature"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_suites_own_features_are_found() -> None:
    suite = features.load()
    ids = [scenario.id for feature in suite for scenario in feature.scenarios]
    assert len(ids) == len(set(ids)) >= 150
    assert all(scenario.clauses for feature in suite for scenario in feature.scenarios)


def test_what_a_scenario_is() -> None:
    (feature,) = features.load([DATA])
    assert (feature.chapter, feature.name, feature.title) == ("吃桃", "吃桃/桃", "出牌阶段吃桃")
    by_title = {scenario.title: scenario for scenario in feature.scenarios}
    wrong = by_title["此处写错，体力不会加3"]
    assert [step.kind for step in wrong.steps] == ["given", "when", "then", "then"]
    assert wrong.steps[3].line == 23
    assert wrong.steps[0].table == (("角色", "体力", "手牌"), ("甲", "1/4", "桃♥3、桃♥4"), ("乙", "4/4", ""))
    assert by_title["只在2012年成立"].editions == ("2012",)
    assert by_title["有争议的一处"].disputed
    assert by_title["依次使用和回复"].level == "timing"
    row = by_title["体力3，吃到4"]
    assert row.id == "吃桃/桃:吃一张桃，回复1点体力:体力<前>，吃到<后>[3,4]"
    assert (row.row, row.steps[-1].text) == (("3", "4"), "甲 的体力为 4")
    assert wrong.edition(None, ["2012"]) == "2012"
    assert wrong.edition(None, ["2013", "2012"]) == "2013"
    assert by_title["只在2012年成立"].edition("2013", ["2013"]) is None


def test_an_id_does_not_depend_on_how_the_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA)
    ids = {
        tuple(scenario.id for feature in features.load(map(Path, paths)) for scenario in feature.scenarios)
        for paths in (["."], ["桃.feature"], [str(DATA)], ["../吃桃", "桃.feature"])
    }
    assert len(ids) == 1


def test_the_digest_is_of_the_text_not_of_the_place(tmp_path: Path) -> None:
    here = features.digest(features.load([DATA]))
    (tmp_path / "吃桃").mkdir()
    copy = tmp_path / "吃桃" / "桃.feature"
    copy.write_bytes((DATA / "桃.feature").read_bytes())
    assert features.digest(features.load([tmp_path])) == here
    copy.write_bytes(copy.read_bytes() + b"\n")
    assert features.digest(features.load([tmp_path])) != here
    assert features.digest(features.load([OTHER])) != here


BAD: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", ":1: the file is empty"),
    "only a comment": ("# language: zh-CN\n", ":2: unexpected end of file"),
    "not utf-8": (GOOD.encode() + "甲".encode("gbk"), ":9: not UTF-8"),
    "bom": (b"\xef\xbb\xbf" + GOOD.encode(), ":1: the file begins with a byte-order mark"),
    "no language": (GOOD.split("\n", 1)[1], ":1: no language given; expected `# language: zh-CN`"),
    "unknown language": (GOOD.replace("zh-CN", "zh_XX"), ":1: Language not supported: zh_XX"),
    "full-width colon": (GOOD.replace("场景: 一", "场景： 一"), ":3: CP44 场景： with a full-width colon"),
    "text among steps": (GOOD + "  咦\n", ":9: expected: "),
    "ragged table": (GOOD.replace("| 乙   |", "| 乙   | |"), ":7: inconsistent cell count"),
    "no scenario": (HEAD, ":1: CP14 no scenario"),
    "no title": (GOOD.replace("场景: 一", "场景:"), ":3: CP10 a scenario without a title"),
    "a title twice": (GOOD + GOOD.split("\n", 2)[2], ":9: CP11 the title 一 is already used in line 3"),
    "no steps": (f"{HEAD}  场景: 一\n", ":3: CP12 一 has no steps"),
    "no rows": (GOOD.replace("场景:", "场景大纲:"), ":3: CP13 一 is an outline without a row"),
    "equal rows": (
        GOOD.replace("场景:", "场景大纲:") + "\n    例子:\n      | a |\n      | 1 |\n      | 1 |\n",
        ":12: CP15 two scenarios have the id",
    ),
    "ids that fall together": (
        GOOD + GOOD.split("\n", 2)[2].replace("一", "二 三") + GOOD.split("\n", 2)[2].replace("一", "二:三"),
        ":9: CP15",
    ),
    "a description that is a step": (
        GOOD.replace("功能: 题目\n", "功能: 题目\n  场景: 零\n    当前没有人\n"),
        ":4: CP16",
    ),
    "no such column": (
        GOOD.replace("场景:", "场景大纲:").replace("甲 存活", "<谁> 存活")
        + "\n    例子:\n      | a |\n      | 1 |\n",
        ":8: CP17 no column of the examples is called 谁",
    ),
    "a first step with 并且": (GOOD.replace("假如", "并且"), ":4: CP18"),
    "a tag that pytest obeys": (GOOD.replace("  场景", "  @skip\n  场景"), ":3: CP20 @skip would be obeyed"),
    "a tag with _": (GOOD.replace("  场景", "  @_x\n  场景"), ":3: CP21"),
    "no such edition": (GOOD.replace("  场景", "  @edition:2014\n  场景"), ":3: CP24 @edition:2014"),
    "no such step": (GOOD.replace("存活", "健在"), ":8: 那么 甲 健在: "),
    "a step of another kind": (GOOD.replace("那么", "当") + "    那么 乙 存活\n", ":8: 当 甲 存活: "),
    "no 那么": (
        GOOD.replace("那么 甲 存活", "当 甲 结束出牌阶段"),
        ":3: CP37 一 checks nothing: it has no 那么",
    ),
    "a step that cannot be read": (
        GOOD.replace("甲 存活", "丙 存活"),
        ":8: 那么 丙 存活: 丙 is not on the table",
    ),
    "a table where none is due": (GOOD + "      | a |\n", ":8: 那么 甲 存活: expected no table"),
    "no table where one is due": (
        f"{HEAD}  场景: 一\n    假如 场上依次为:\n    那么 甲 存活\n",
        ":4: 假如 场上依次为: expected a table below the step",
    ),
    "a doc string": (GOOD + '      """\n      x\n      """\n', ":8: 那么 甲 存活: expected no doc string"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_features_are_refused(tmp_path: Path, name: str) -> None:
    text, part = BAD[name]
    path = written(tmp_path, text)
    assert f"{path}{part}" in refused(tmp_path, path)


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        GOOD.replace("甲 存活", "丙 存活\n    并且 丁 存活")
        + GOOD.split("\n", 2)[2].replace("一", "二").replace("甲 存活", "戊 存活"),
    )
    said = refused(tmp_path, path)
    assert "丙 is not" in said
    assert "戊 is not" in said


def test_paths(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        features.find([tmp_path / "nowhere"])
    with pytest.raises(UsageError, match=r"no \*.feature file in this folder"):
        features.find([tmp_path])
    (tmp_path / "x.txt").write_text("x")
    with pytest.raises(UsageError, match=r"expected a file whose name ends in \.feature"):
        features.find([tmp_path / "x.txt"])
    (tmp_path / "y.feature").mkdir()
    with pytest.raises(UsageError, match=r"no \*.feature file"):
        features.find([tmp_path / "y.feature"])
    (tmp_path / "z.feature").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="no such file or folder"):
        features.find([tmp_path / "z.feature"])


def test_a_path_is_shown_as_short_as_it_can_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = features.packaged()
    monkeypatch.chdir(tmp_path)
    assert shown(tmp_path / "a" / "x.feature") == "a/x.feature"
    assert shown(own / "use" / "x.feature") == "features/use/x.feature"
    assert shown(tmp_path.parent / "x.feature") == str(tmp_path.parent / "x.feature")
    monkeypatch.chdir(own)
    assert shown(own / "use" / "x.feature") == "use/x.feature"


def test_one_cause_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, GOOD.replace("功能:", "功能："))
    monkeypatch.chdir(tmp_path)
    assert refused(tmp_path, path).splitlines()[0].startswith("x.feature:2: full-width punctuation; expected")
    assert len(refused(tmp_path, path).splitlines()) == 1


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, GOOD)

    def denied(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(UsageError, match="cannot be read: Permission denied"):
        features.parse(path)
