"""The smallest words, the scene, and the wording of moves, and what is said where they cannot be read."""

# A scene with all its columns is a wide table.
# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caipan.contract.vocabulary import PHASES
from caipan.language import reading, scene, script, words
from caipan.language.words import ScenarioError
from caipan.verdict import Unsupported
from tests.language.fake import BASE, FULL, grid, steps_of

NAMES = st.sampled_from(["杀", "火杀", "闪", "桃", "诸葛连弩", "南蛮入侵"])
PLAYERS = st.sampled_from(words.SEATS)
NUMBERS = st.sampled_from(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])
CARDS = st.builds(
    lambda name, suit, number, copy: f"{name}{suit}{number}{copy}",
    NAMES,
    st.sampled_from("♠♥♣♦"),
    NUMBERS,
    st.sampled_from(["", "#2", "#13"]),
)
SOME_CARDS = st.lists(CARDS, min_size=1, max_size=4, unique=True).map(tuple)
SOME_PLAYERS = st.lists(PLAYERS, min_size=1, max_size=4, unique=True).map(tuple)
DETAILS = st.one_of(
    st.builds(script.Spend, SOME_CARDS, st.sampled_from(["弃置", "打出"])),
    st.builds(script.HandOver, SOME_CARDS, PLAYERS),
    st.builds(script.Aim, SOME_PLAYERS),
    st.builds(lambda one: script.Aim((one,), "转移给"), PLAYERS),
    st.builds(script.Take, PLAYERS, st.none() | CARDS),
    st.builds(script.Settle, st.sampled_from(["摸一张牌", "受到1点伤害，没有来源"])),
)
PLAIN_USES = st.builds(
    lambda player, card, targets, verb: script.Use(
        player, (card,), words.name_of(card), False, () if verb == "打出" else targets, verb
    ),
    PLAYERS,
    CARDS,
    st.just(()) | SOME_PLAYERS,
    st.sampled_from(["使用", "打出"]),
)
CONVERSIONS = st.builds(
    lambda player, cards, name, targets, verb: script.Use(
        player, cards, name, True, () if verb == "打出" else targets, verb
    ),
    PLAYERS,
    SOME_CARDS,
    NAMES,
    st.just(()) | SOME_PLAYERS,
    st.sampled_from(["使用", "打出"]),
)
MOVES = st.one_of(
    PLAIN_USES,
    CONVERSIONS,
    st.builds(
        script.Invoke, PLAYERS, st.sampled_from(["遗计", "流离"]), st.lists(DETAILS, max_size=3).map(tuple)
    ),
    st.builds(script.Decline, PLAYERS, st.sampled_from(["使用", "打出", "发动"]), NAMES),
    st.builds(script.Decline, PLAYERS, st.just("弃置")),
    st.builds(script.Discard, PLAYERS, SOME_CARDS),
    st.builds(script.Pick, PLAYERS, PLAYERS, st.none() | CARDS),
    st.builds(script.Target, PLAYERS, SOME_PLAYERS),
    st.builds(script.Opt, PLAYERS, st.sampled_from(["摸一张牌", "受到1点伤害，没有来源"])),
    st.builds(script.Give, PLAYERS, SOME_CARDS, PLAYERS),
    st.builds(script.End, PLAYERS),
)
AMOUNTS = st.integers(1, 9)
HURTS = st.sampled_from([None, "fire", "thunder"])
OPENERS = st.one_of(
    st.builds(script.Enter, st.sampled_from(["turn", "idle"]), PLAYERS),
    st.builds(lambda who, what: script.Enter("phase", who, what), PLAYERS, st.sampled_from(list(PHASES))),
    st.builds(script.Happen, st.just("damage"), PLAYERS, AMOUNTS, st.none() | PLAYERS, HURTS),
    st.builds(script.Happen, st.sampled_from(["lose_hp", "recover"]), PLAYERS, AMOUNTS),
    st.builds(script.Happen, st.just("judge"), PLAYERS),
)


class Hearer:
    """Keeps what a step says."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def when(self, line: object) -> None:
        """Take a 当 step."""
        self.heard.append(line)


@given(st.one_of(MOVES, OPENERS))
def test_a_move_reads_back_as_itself(line: script.Move | script.Opener) -> None:
    hits = [
        step
        for step in reading.step_definitions()
        if step.keyword == "when" and step.take(str(line)) is not None
    ]
    assert len(hits) == 1, [step.words for step in hits]
    hearer = Hearer()
    hits[0].call(hearer, **(hits[0].take(str(line)) or {}))
    assert hearer.heard == [line]


@given(SOME_CARDS, SOME_PLAYERS)
def test_lists_read_back_as_themselves(cards: tuple[str, ...], players: tuple[str, ...]) -> None:
    assert words.cards(words.unlisted(cards)) == cards
    assert words.players(words.unlisted(players)) == players


@given(CARDS, NAMES)
def test_a_laid_card_is_its_real_card_and_its_trick(card: str, trick: str) -> None:
    laid = words.laid(f"{card}={trick}")
    assert (words.real_of(laid), words.trick_of(laid)) == (card, trick)
    assert (words.real_of(card), words.trick_of(card)) == (card, words.name_of(card))


@given(PLAYERS, st.sampled_from(["手牌", "装备区", "判定区", "武将牌上"]))
def test_zones_read_back_as_themselves(player: str, own: str) -> None:
    assert words.zone_label(words.zone(f"{player}的{own}")) == f"{player}的{own}"


@pytest.mark.parametrize(
    ("reader", "word", "expected"),
    [
        (words.player, "子", "expected one of 甲、乙"),
        (words.player, "甲乙", "expected one of 甲、乙"),
        (words.players, "甲、甲", "named twice"),
        (words.players, "甲、", "without spaces"),
        (words.card, "杀7", "a suit (♠♥♣♦)"),
        (words.card, "杀♠1", "a number (A 2…10 J Q K)"),
        (words.card, "♠7", "expected a name"),
        (words.cards, "杀♠7、杀♠7", "杀♠7#2"),
        (words.cards, "杀♠7 闪♦2", "card '杀♠7 闪♦2'"),
        (words.laid_cards, "杀♠7、杀♠7=乐不思蜀", "named twice"),
        (words.laid, "杀♠7=", "plain name"),
        (words.name, "杀♠7", "plain name"),
        (words.natural, "１", "half-width digits"),
        (words.natural, "-1", "half-width digits"),
        (words.positive, "0", "at least 1"),
        (words.integer, "一", "half-width digits"),
        (words.phase, "休息阶段", "expected one of 准备阶段"),
        (words.element, "冰冻", "expected one of 火焰、雷电"),
        (words.zone, "手牌", "甲的手牌"),
    ],
)
def test_a_word_that_cannot_be_read(reader: Callable[[str], object], word: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as error:
        reader(word)
    assert expected in str(error.value)


def test_phases_have_the_names_of_both_editions() -> None:
    assert words.phase("准备阶段") == words.phase("回合开始阶段") == "prep"


# --- the scene --------------------------------------------------------------


def test_a_whole_scene() -> None:
    table = """
    | 角色 | 身份 | 势力 | 性别 | 武将   | 技能      | 体力 | 手牌       | 装备区   | 判定区                   | 武将牌上 | 状态           |
    | 甲   | 主公 | 魏   | 男   |        | 鬼才、流离 | 1/4  | 杀♠7、闪♦2 | 绝影♠5   | 闪电♠A、杀♦7=乐不思蜀    | 桃♥3     | 横置、背面朝上 |
    | 乙   | 内奸 |      | 女   | 孙尚香 |           |      |            |          |                          |          |                |
    """
    first, second = scene.seats(grid(table)).players
    assert (first.role, first.faction, first.gender, first.skills) == ("lord", "魏", "male", ["鬼才", "流离"])
    assert (first.hp, first.max_hp, first.hand) == (1, 4, ["杀♠7", "闪♦2"])
    assert (first.equipment, first.judgement, first.aside) == (
        ["绝影♠5"],
        ["闪电♠A", "杀♦7=乐不思蜀"],
        ["桃♥3"],
    )
    assert (first.chained, first.face_down) == (True, True)
    assert (second.general, second.hp, second.max_hp, second.chained) == ("孙尚香", 4, 4, False)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("| 体力 |\n| 1/4 |", "角色 among them"),
        ("| 角色 | 血量 |\n| 甲 | 1 |", "column '血量': expected one of 角色"),
        ("| 角色 | 角色 |\n| 甲 | 乙 |", "each once"),
        ("| 角色 |\n| 甲 |", "two or more"),
        ("| 角色 |\n| 甲 |\n| 甲 |", "two or more, each once"),
        ("| 角色 | 体力 |\n| 甲 | 5/4 |\n| 乙 | |", "row 甲, column 体力"),
        ("| 角色 | 体力 |\n| 甲 | 4 |\n| 乙 | |", "e.g. 1/4"),
        ("| 角色 | 手牌 |\n| 甲 | 杀7 |\n| 乙 | |", "row 甲, column 手牌: card '杀7'"),
        ("| 角色 | 状态 |\n| 甲 | 躺下 |\n| 乙 | |", "expected one of 横置 背面朝上"),
        ("| 角色 | 身份 |\n| 甲 | 皇帝 |\n| 乙 | |", "expected one of 主公"),
        ("| 角色 | 势力 |\n| 甲 | 汉 |\n| 乙 | |", "expected one of 魏"),
        ("| 角色 | 性别 |\n| 甲 | 雄 |\n| 乙 | |", "expected one of 男"),
        ("| 角色 | 手牌 |\n| 甲 | 杀♠7#1 |\n| 乙 | |", "(#2 to #99)"),
        ("| 角色 | 手牌 |\n| 甲 | 杀♠7#100 |\n| 乙 | |", "(#2 to #99)"),
        ("| 角色 | 体力 |\n| 甲 | 1/100 |\n| 乙 | |", "e.g. 1/4, 99 at most"),
        ("| 角色 | 体力 |\n| 甲 | -100000/4 |\n| 乙 | |", "e.g. 1/4, 99 at most"),
        ("| 角色 | 体力 |\n| 甲 | 4/0 |\n| 乙 | |", "e.g. 1/4, 99 at most"),
    ],
)
def test_a_scene_that_cannot_be_read(table: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as error:
        scene.seats(grid(table))
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("column", "cell", "other", "expected"),
    [
        (
            "装备区",
            "诸葛连弩♣A、麒麟弓♥5",
            "",
            "诸葛连弩♣A and 麒麟弓♥5 are both 武器, and there is room for one",
        ),
        ("装备区", "八卦阵♠2、八卦阵♣2", "", "row 甲, column 装备区: 八卦阵♠2 and 八卦阵♣2 are both 防具"),
        ("装备区", "赤兔♥5、大宛♠K", "", "赤兔♥5 and 大宛♠K are both -1坐骑"),
        ("装备区", "杀♠7", "", "row 甲, column 装备区: 杀♠7 is no equipment card (装备牌)"),
        (
            "判定区",
            "杀♦7",
            "",
            "判定区: 杀♦7: 杀 is no delayed trick (延时类锦囊); a card that lies there as one ",
        ),
        ("判定区", "乐不思蜀♠6=桃", "", "桃 is no delayed trick"),
        ("判定区", "乐不思蜀♠6、杀♦7=乐不思蜀", "", "there can be one 乐不思蜀 only"),
        ("身份", "主公", "主公", "column 身份: 甲、乙 are both 主公, and there is one only"),
        ("身份", "反贼", "内奸", "column 身份: everybody has a role, and nobody is 主公"),
        ("身份", "主公", "", "column 身份: 乙 has no role; give one to everybody, or to nobody"),
        ("状态", "横置、横置", "", "row 甲, column 状态: '横置、横置': one is named twice"),
        ("技能", "鬼才、鬼才", "", "row 甲, column 技能: 鬼才、鬼才: one is named twice"),
    ],
)
def test_a_scene_that_cannot_be(column: str, cell: str, other: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as error:
        scene.seats(grid(f"| 角色 | {column} |\n| 甲 | {cell} |\n| 乙 | {other} |"))
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("装备区", "诸葛连弩♣A、八卦阵♠2、绝影♠5、赤兔♥5"),
        ("装备区", "木牛流马♦5、诸葛连弩♣A"),
        ("判定区", "闪电♠A、杀♦7=乐不思蜀、水淹七军♥K、乐不思蜀♠6=兵粮寸断"),
        ("体力", "0/4"),
        ("体力", "-1/4"),
    ],
)
def test_a_scene_that_is_odd_and_may_be(column: str, cell: str) -> None:
    """Of cards that are not of the two decks nothing is known; 不屈 has characters without hp."""
    assert len(scene.seats(grid(f"| 角色 | {column} |\n| 甲 | {cell} |\n| 乙 | |")).players) == 2


@pytest.mark.parametrize("text", ["100", "007777", "99999999999999999999"])
def test_a_number_without_measure(text: str) -> None:
    for read in (words.natural, words.positive, words.integer):
        with pytest.raises(ScenarioError, match="expected 99 at most"):
            read(text)
    assert (words.natural("99"), words.integer("-99")) == (99, -99)


def test_a_card_is_in_one_place() -> None:
    with pytest.raises(ScenarioError, match="桃♥3 is in the scene twice; a second copy is written 桃♥3#2"):
        reading.read(steps_of("假如 弃牌堆里有 桃♥3"))
    reading.read(steps_of("假如 弃牌堆里有 桃♥3#2"))


def test_fillers_are_harmless_and_new() -> None:
    parts: list[scene.Part] = [scene.seats(grid(BASE)), scene.Pile(("闪♦3",), exact=False)]
    built = scene.build(parts, FULL.cards)
    below = built.draw_pile[1:]
    assert built.draw_pile[0] == "闪♦3"
    assert len(below) == scene.FILLERS
    assert not set(below) & set(scene.cards_of(parts))
    assert words.name_of(below[0]) == "闪"


def test_fillers_are_cards_of_the_engine() -> None:
    parts = [scene.seats(grid(BASE))]
    assert {words.name_of(card) for card in scene.build(parts, ["桃"]).draw_pile} == {"桃"}
    with pytest.raises(Unsupported, match="cards to fill up the draw pile"):
        scene.build(parts, [])


@pytest.mark.parametrize(
    ("step", "pile"), [("牌堆恰好依次为 闪♦3、杀♠8", ["闪♦3", "杀♠8"]), ("牌堆没有牌", [])]
)
def test_an_exact_pile(step: str, pile: list[str]) -> None:
    draft = reading.read(steps_of(f"假如 {step}"))
    assert scene.build(draft.parts, FULL.cards).draw_pile == pile


def test_no_table_at_all() -> None:
    with pytest.raises(ScenarioError, match="expected a table with a column 角色"):
        scene.seats([])
    with pytest.raises(ScenarioError, match="no characters"):
        scene.build([], FULL.cards)


def test_a_name_is_its_own_name() -> None:
    assert words.name_of("杀") == "杀"
