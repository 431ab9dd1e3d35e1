"""Playing a script: which entry answers which ask, and what stops a scenario."""

from __future__ import annotations

import msgspec
import pytest

from caipan.connect.base import Reply
from caipan.contract.messages import (
    Answer,
    Ask,
    Choice,
    Done,
    Event,
    GetState,
    HarnessMessage,
    Inject,
    PlayerState,
    Query,
    Ready,
    Rejected,
    Reset,
    Start,
    State,
    Unsupported,
)
from caipan.language import match, reading, words
from caipan.language import play as playing
from caipan.language.account import Account
from caipan.language.play import Table
from caipan.verdict import EngineBroke, RuleBroken, Stopped
from caipan.verdict import Unsupported as UnsupportedVerdict
from tests.language.fake import FULL, Fake, done, idle, play, run, steps_of


def choices(fake: Fake) -> list[Choice | None]:
    """What was chosen, ask by ask."""
    return [answer.choice for answer in fake.answers]


def ask(kind: str, player: str = "乙", **changes: object) -> Ask:
    """An ask of one player."""
    return msgspec.convert({"id": 1, "players": [player], "kind": kind, **changes}, Ask)


# --- entering ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("", Start("idle", "甲")),
        ("当 轮到 乙 的回合", Start("turn", "乙")),
        ("当 丙 的判定阶段开始", Start("phase", "丙", "judge")),
        ("当 现在是 乙 的出牌阶段", Start("idle", "乙")),
        ("当 乙 受到 2 点火焰伤害", Start("idle", "甲", None, Inject("damage", "乙", 2, None, "fire"))),
        ("当 丙 对 乙 造成 1 点伤害", Start("idle", "甲", None, Inject("damage", "乙", 1, "丙"))),
        ("当 现在是 丙 的出牌阶段\n当 乙 失去 1 点体力", Start("idle", "丙", None, Inject("lose_hp", "乙"))),
        ("当 乙 回复 3 点体力", Start("idle", "甲", None, Inject("recover", "乙", 3))),
        ("当 乙 进行判定", Start("idle", "甲", None, Inject("judge", "乙"))),
    ],
)
def test_where_the_game_is_entered(text: str, start: Start) -> None:
    fake = Fake()
    play(text, fake)
    assert [message for message in fake.sent if isinstance(message, Start)] == [start]


def test_the_scene_is_laid_in_the_edition_and_with_the_seed() -> None:
    fake = Fake()
    steps = steps_of("假如 牌堆恰好依次为 闪♦3\n假如 弃牌堆里有 桃♥4")
    run(Table(fake, edition="2012", seed=7), steps)
    reset = fake.sent[0]
    assert isinstance(reset, Reset)
    assert (reset.edition, reset.seed) == ("2012", 7)
    assert (reset.scene.draw_pile, reset.scene.discard_pile) == (["闪♦3"], ["桃♥4"])


# --- one entry for one ask --------------------------------------------------


@pytest.mark.parametrize(
    ("text", "asked", "choice"),
    [
        ("当 甲 对 乙 使用 杀♠7", idle(), Choice(use="杀", cards=["杀♠7"], targets=["乙"])),
        ("当 甲 发动 激将，对 乙", idle(), Choice(skill="激将", targets=["乙"])),
        ("当 甲 结束出牌阶段", idle(), None),
        ("当 乙 使用 闪♦2", ask("use", names=["闪"]), Choice(use="闪", cards=["闪♦2"])),
        ("当 乙 使用 闪♦2", ask("use"), Choice(use="闪", cards=["闪♦2"])),
        ("当 乙 打出 闪♦2", ask("play", names=["闪"]), Choice(use="闪", cards=["闪♦2"])),
        ("当 乙 将 闪♦2 当 杀 打出", ask("play", names=["杀"]), Choice(use="杀", cards=["闪♦2"])),
        ("当 乙 将 闪♦2 当 火杀 打出", ask("play", names=["杀"]), Choice(use="火杀", cards=["闪♦2"])),
        ("当 乙 将 闪♦2 当 杀 对 甲 使用", ask("use", names=["杀"]), Choice("杀", ["闪♦2"], ["甲"])),
        ("当 乙 发动 枭姬", ask("skill", skills=["枭姬", "遗计"]), Choice(skill="枭姬")),
        ("当 乙 不发动 枭姬", ask("skill", skills=["枭姬"]), None),
        ("当 乙 不使用 闪", ask("use", names=["闪"]), None),
        ("当 乙 不打出 闪", ask("play", names=["闪"]), None),
        ("当 乙 不弃置", ask("cards"), None),
        ("当 乙 弃置 闪♦2、酒♠9", ask("cards", max=2), Choice(cards=["闪♦2", "酒♠9"])),
        ("当 乙 选择 甲 的 贯石斧♦5", ask("pick"), Choice(cards=["贯石斧♦5"], targets=["甲"])),
        ("当 乙 选择 甲 的手牌", ask("pick"), Choice(targets=["甲"], zone="hand")),
        ("当 乙 选择 甲、丙", ask("targets", max=2), Choice(targets=["甲", "丙"])),
        ("当 乙 选择“摸牌”", ask("option", options=["摸牌", "回复"]), Choice(option="摸牌")),
        ("当 乙 将 闪♦2 交给 丙", ask("give"), Choice(cards=["闪♦2"], targets=["丙"])),
        ("当 乙 将 闪♦2 交给 丙", ask("cards"), Choice(cards=["闪♦2"], targets=["丙"])),
    ],
)
def test_an_entry_answers_the_ask_that_it_fits(text: str, asked: Ask, choice: Choice | None) -> None:
    fake = Fake([asked, done()])
    table = play(text, fake)
    assert choices(fake) == [choice]
    assert [(kept.how, kept.entries) for kept in table.transcript] == [("script", [0])]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("当 乙 使用 闪♦2", ask("use", "丙", names=["闪"])),
        ("当 乙 使用 闪♦2", ask("use", names=["桃"])),
        ("当 乙 使用 闪♦2", ask("play", names=["闪"])),
        ("当 乙 打出 闪♦2", ask("use", names=["闪"])),
        ("当 乙 发动 枭姬", ask("skill", skills=["遗计"])),
        ("当 乙 不发动 枭姬", ask("skill", skills=["遗计"])),
        ("当 乙 不使用 闪", ask("use", names=["桃"])),
        ("当 乙 弃置 闪♦2", ask("give")),
        ("当 乙 选择 甲 的手牌", ask("targets")),
        ("当 乙 选择“摸牌”", ask("option", options=["回复", "弃牌"])),
        ("当 乙 结束出牌阶段", idle()),
    ],
)
def test_what_an_entry_does_not_fit_is_declined_and_the_entry_left_over(text: str, asked: Ask) -> None:
    fake = Fake([asked, done()])
    with pytest.raises(RuleBroken, match="never came due: «乙 ") as stopped:
        play(text + "\n那么 乙 存活", fake)
    assert "asks that came: «" in stopped.value.detail
    assert choices(fake) == ([] if asked.kind == "idle" else [None])


def test_entries_are_consumed_in_order() -> None:
    fake = Fake([idle(), ask("use", names=["闪"]), ask("use", names=["闪"]), idle()])
    table = play("当 甲 对 乙 使用 杀♠7\n当 乙 不使用 闪\n当 乙 使用 闪♦2", fake)
    assert [choice and choice.use for choice in choices(fake)] == ["杀", None, "闪"]
    assert [kept.how for kept in table.transcript] == ["script", "script", "script", "rest"]


def test_a_script_goes_on_after_a_check() -> None:
    fake = Fake([idle(), idle(), idle()])
    table = play("当 甲 使用 桃♥3\n那么 甲 存活\n当 甲 对 乙 使用 杀♠7\n那么 乙 存活", fake)
    assert [choice and choice.use for choice in choices(fake)] == ["桃", "杀"]
    assert table.account.reached == 2


def test_moves_after_the_last_check_are_played() -> None:
    fake = Fake([idle(), idle()])
    play("那么 甲 存活\n当 甲 使用 桃♥3", fake)
    assert len(choices(fake)) == 1
    with pytest.raises(RuleBroken, match="never came due: «乙 使用 闪♦2»"):
        play("那么 甲 存活\n当 乙 使用 闪♦2", Fake([idle()]))


def test_a_script_that_goes_wrong_fails_at_the_first_check() -> None:
    fake = Fake([idle(), Rejected("no such thing")])
    steps = steps_of("当 甲 使用 桃♥3\n那么 甲 存活")
    table = Table(fake, edition="2013")
    with pytest.raises(
        RuleBroken, match="rejected: «甲 使用 桃♥3» at «甲 出牌阶段的空闲时间点»: no such thing"
    ):
        run(table, steps)
    table.finish()  # says nothing twice
    assert [message.id for message in fake.answers] == [99]
    with pytest.raises(RuleBroken, match="no such thing"):
        table.play()


# --- details and follow-ups -------------------------------------------------


def test_an_invocation_carries_all_its_details() -> None:
    fake = Fake([ask("skill", skills=["流离"]), done()])
    play("当 乙 发动 流离，弃置 闪♦2，转移给 丙，选择 甲 的 贯石斧♦5，选择 甲 的手牌，选择“好”", fake)
    assert choices(fake) == [
        Choice(skill="流离", cards=["闪♦2", "贯石斧♦5"], targets=["丙", "甲"], option="好", zone="hand")
    ]


@pytest.mark.parametrize(
    ("detail", "asks", "answers"),
    [
        (
            "弃置 闪♦2、酒♠9",
            [ask("cards", reason="流离"), ask("cards", reason="流离")],
            [Choice(cards=["闪♦2"]), Choice(cards=["酒♠9"])],
        ),
        (
            "弃置 闪♦2、酒♠9",
            [ask("cards", min=2, max=2, reason="流离"), ask("cards", reason="流离")],
            [Choice(cards=["闪♦2", "酒♠9"]), None],
        ),
        (
            "打出 闪♦2、酒♠9",
            [ask("play", names=["闪"], reason="流离"), ask("use", reason="流离")],
            [Choice(use="闪", cards=["闪♦2"]), Choice(use="酒", cards=["酒♠9"])],
        ),
        (
            "选择 甲 的 贯石斧♦5，选择 甲 的手牌",
            [ask("pick", reason="流离"), ask("pick", reason="流离")],
            [Choice(cards=["贯石斧♦5"], targets=["甲"]), Choice(targets=["甲"], zone="hand")],
        ),
        (
            "对 甲、丙，选择“好”",
            [ask("option", reason="流离"), ask("targets", reason="流离"), ask("targets", reason="流离")],
            [Choice(option="好"), Choice(targets=["甲"]), Choice(targets=["丙"])],
        ),
        (
            "将 闪♦2、酒♠9 交给 丙",
            [ask("give", reason="流离"), ask("give", reason="流离")],
            [Choice(cards=["闪♦2"], targets=["丙"]), Choice(cards=["酒♠9"], targets=["丙"])],
        ),
        (
            "将 闪♦2、酒♠9 交给 丙",
            [ask("cards", max=2, reason="流离"), ask("targets", reason="流离")],
            [Choice(cards=["闪♦2", "酒♠9"]), Choice(targets=["丙"])],
        ),
        ("弃置 闪♦2", [ask("cards", reason="遗计"), ask("cards", "丙", reason="流离")], [None, None]),
        ("弃置 闪♦2", [ask("cards", cards=["酒♠9"], reason="流离")], [None]),
        ("弃置 闪♦2", [ask("cards", min=0, max=0, reason="流离")], [None]),
    ],
)
def test_follow_ups_are_answered_from_the_details(
    detail: str, asks: list[Ask], answers: list[Choice | None]
) -> None:
    fake = Fake([ask("skill", skills=["流离"]), *asks, done()])
    table = play(f"当 乙 发动 流离，{detail}", fake)
    assert choices(fake)[1:] == answers
    assert [kept.how for kept in table.transcript[1:]] == [
        "detail" if some else "declined" for some in answers
    ]


def test_details_come_before_the_next_entry() -> None:
    follow = ask("pick", reason="流离")
    fake = Fake([ask("skill", skills=["流离"]), follow, follow, done()])
    play("当 乙 发动 流离，选择 甲 的 贯石斧♦5\n当 乙 选择 甲 的手牌", fake)
    assert [choice and choice.zone for choice in choices(fake)[1:]] == [None, "hand"]


def test_a_detail_that_is_rejected_fails() -> None:
    fake = Fake([ask("skill", skills=["流离"]), ask("cards", reason="流离"), Rejected("wrong suit")])
    with pytest.raises(RuleBroken, match=r"rejected: «闪♦2» of an earlier 发动 at .*: wrong suit"):
        play("当 乙 发动 流离，弃置 闪♦2", fake)


# --- what nobody scripted ---------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "choice"),
    [
        (ask("option", required=True, options=["好"]), Choice(option="好")),
        (ask("cards", required=True, cards=["闪♦2", "酒♠9"], min=2, max=2), Choice(cards=["闪♦2", "酒♠9"])),
        (ask("targets", required=True, targets=["甲"]), Choice(targets=["甲"])),
        (ask("give", required=True, cards=["闪♦2"], targets=["丙"]), Choice(cards=["闪♦2"], targets=["丙"])),
    ],
)
def test_the_only_possibility_is_taken(asked: Ask, choice: Choice) -> None:
    fake = Fake([asked, done()])
    table = play("", fake)
    assert choices(fake) == [choice]
    assert table.transcript[0].how == "only"


@pytest.mark.parametrize(
    "asked",
    [
        ask("option", required=True, options=["好", "不好"]),
        ask("cards", required=True, cards=["闪♦2", "酒♠9"]),
        ask("cards", required=True),
        ask("targets", required=True, targets=["甲", "丙"]),
        ask("give", required=True, cards=["闪♦2"], targets=["甲", "丙"]),
        ask("pick", required=True, cards=["贯石斧♦5"]),
        ask("skill", required=True, skills=["流离", "遗计"]),
        ask("option", required=True, mode="any", options=["好"]),
        ask("targets", required=True, mode="all", targets=["甲", "丙"]),
    ],
)
def test_an_unscripted_required_choice_fails_by_name(asked: Ask) -> None:
    fake = Fake([asked])
    with pytest.raises(RuleBroken, match="unscripted required choice of 乙: «询问 乙 须") as stopped:
        play("当 甲 使用 桃♥3", fake)
    assert "the next entry is «甲 使用 桃♥3»" in stopped.value.detail
    assert fake.answers == []
    with pytest.raises(RuleBroken, match="the script is at its end"):
        play("", Fake([asked]))


@pytest.mark.parametrize(
    ("hand", "equipment", "judgement", "only"),
    [
        (["桃♥3", "桃♥4"], [], [], Choice(targets=["甲"], zone="hand")),
        ([], ["贯石斧♦5"], [], Choice(cards=["贯石斧♦5"], targets=["甲"])),
        ([], [], ["杀♦7=乐不思蜀"], Choice(cards=["杀♦7"], targets=["甲"])),
        (["桃♥3"], ["贯石斧♦5"], [], None),
        ([], ["贯石斧♦5", "赤兔♥5"], [], None),
        ([], [], [], None),
    ],
)
def test_a_card_of_one_who_has_one_sort_only(
    hand: list[str], equipment: list[str], judgement: list[str], only: Choice | None
) -> None:
    seats = [PlayerState("乙", 4, 4), PlayerState("甲", 4, 4, True, hand, equipment, judgement)]
    assert match.only_pick(ask("pick", required=True, subject="甲"), seats) == only
    assert match.only_pick(ask("cards", required=True, subject="甲"), seats) is None


def test_an_engine_that_rejects_a_refusal_is_broken() -> None:
    with pytest.raises(EngineBroke, match="rejects a refusal at «询问 乙 是否使用 闪»"):
        play("", Fake([ask("use", names=["闪"]), Rejected("no")]))
    with pytest.raises(EngineBroke, match="rejects the only possible answer"):
        play("", Fake([ask("option", required=True, options=["好"]), Rejected("no")]))


def test_an_engine_that_asks_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LIMIT", 5)
    fake = Fake([ask("use", names=["闪"])] * 10)
    with pytest.raises(EngineBroke, match="asks without end: more than 5 answers"):
        play("", fake)
    assert len(fake.answers) == 5


# --- races and simultaneous decisions ---------------------------------------

RACE = Ask(1, ["甲", "乙", "丙"], "use", "any", names=["桃", "闪"])


def test_a_race_is_won_by_whom_the_script_names() -> None:
    fake = Fake([RACE, RACE, done()])
    table = play("当 乙 使用 闪♦2", fake)
    assert fake.answers[0] == Answer(1, Choice(use="闪", cards=["闪♦2"]), player="乙")
    assert fake.answers[1] == Answer(1)
    assert [kept.how for kept in table.transcript] == ["script", "declined"]


def test_refusals_in_a_race_are_consumed_before_the_one_who_answers() -> None:
    fake = Fake([RACE, done()])
    table = play("当 甲 不使用 桃\n当 乙 使用 闪♦2", fake)
    assert [answer.player for answer in fake.answers] == ["乙"]
    assert table.transcript[0].entries == [0, 1]


def test_who_declined_a_race_may_enter_the_next_one() -> None:
    fake = Fake([RACE, RACE, done()])
    play("当 乙 不使用 桃\n当 乙 使用 闪♦2", fake)
    assert fake.answers == [Answer(1), Answer(1, Choice(use="闪", cards=["闪♦2"]), player="乙")]


def test_a_race_that_is_refused() -> None:
    fake = Fake([RACE, done()])
    table = play("当 甲 不使用 桃\n当 乙 不使用 闪", fake)
    assert fake.answers == [Answer(1)]
    assert table.transcript[0].how == "script"


def test_a_follow_up_in_a_race() -> None:
    follow = Ask(2, ["甲", "乙"], "cards", "any", reason="流离")
    fake = Fake([ask("skill", skills=["流离"]), follow, done()])
    play("当 乙 发动 流离，弃置 闪♦2", fake)
    assert fake.answers[1] == Answer(2, Choice(cards=["闪♦2"]), player="乙")


def test_everybody_decides_at_once() -> None:
    both = Ask(3, ["甲", "乙", "丙"], "cards", "all")
    fake = Fake([both, done()])
    table = play("当 乙 弃置 闪♦2\n当 甲 弃置 杀♠7", fake)
    wanted = {"甲": Choice(cards=["杀♠7"]), "乙": Choice(cards=["闪♦2"]), "丙": None}
    assert fake.answers == [Answer(3, choices=wanted)]
    assert list(fake.answers[0].choices or {}) == ["甲", "乙", "丙"]
    assert table.transcript[0].entries == [0, 1]
    assert table.account.asks[0].answer == "甲: 杀♠7；乙: 闪♦2；丙: 不"


def test_everybody_decides_at_once_with_a_follow_up_and_a_single_possibility() -> None:
    both = Ask(3, ["甲", "乙"], "cards", "all", required=True, cards=["闪♦2"], reason="流离")
    fake = Fake([ask("skill", skills=["流离"]), both, done()])
    play("当 乙 发动 流离，弃置 闪♦2", fake)
    assert fake.answers[1].choices == {"甲": Choice(cards=["闪♦2"]), "乙": Choice(cards=["闪♦2"])}


def test_one_player_decides_once_of_several_at_once() -> None:
    both = Ask(3, ["甲", "乙"], "cards", "all")
    with pytest.raises(RuleBroken, match="never came due: «乙 弃置 酒♠9»"):
        play("当 乙 弃置 闪♦2\n当 乙 弃置 酒♠9", Fake([both, done()]))


# --- an engine that lacks something, or breaks the contract -----------------


def test_needs_are_met_before_anything_is_played() -> None:
    fake = Fake(hello=msgspec.structs.replace(FULL, events=[]))
    with pytest.raises(UnsupportedVerdict, match="event dying: the engine's hello does not list it"):
        play("那么 甲 存活\n那么 没有发生:\n| 事件 |\n| 进入濒死 |", fake)
    assert fake.sent == []


def test_needs_of_a_check_come_to_light_without_the_text() -> None:
    fake = Fake(hello=msgspec.structs.replace(FULL, events=[]))
    table = Table(fake, edition="2013")
    with pytest.raises(UnsupportedVerdict, match="event skill"):
        run(table, steps_of("那么 甲 存活\n那么 没有发动 枭姬"))


def test_an_edition_that_the_engine_does_not_have() -> None:
    with pytest.raises(UnsupportedVerdict, match="edition 1999"):
        play("", Fake(), edition="1999")


def test_what_the_engine_says_is_unsupported() -> None:
    fake = Fake([Unsupported("phase", "not yet")])
    with pytest.raises(UnsupportedVerdict, match="phase: not yet"):
        play("当 轮到 乙 的回合", fake)
    fake = Fake()
    fake.ready = Unsupported("general 郭嘉")
    with pytest.raises(UnsupportedVerdict, match="general 郭嘉"):
        play("", fake)


def test_closing_messages_out_of_place() -> None:
    fake = Fake()
    fake.ready = done()
    with pytest.raises(EngineBroke, match="closes its reply to reset with done"):
        play("", fake)
    with pytest.raises(EngineBroke, match="closes its reply to start with ready"):
        play("", Fake([Ready()]))
    with pytest.raises(EngineBroke, match="closes its reply to answer with ready"):
        play("当 甲 使用 桃♥3", Fake([idle(), Ready()]))


# --- the account ------------------------------------------------------------


def test_the_account_shows_scene_script_asks_and_events() -> None:
    use = Event("use", player="甲", card="杀", cards=["杀♠7"], targets=["乙"])
    fake = Fake([idle(), ([use], ask("use", names=["闪"], reason="杀")), ([], Done(State([])))])
    steps = steps_of(
        "假如 牌堆顶依次为 闪♦3\n当 现在是 甲 的出牌阶段\n当 甲 对 乙 使用 杀♠7\n当 乙 打出 闪♦2"
    )
    table = Table(fake, edition="2013", needs=reading.needs_of(steps))
    with pytest.raises(Stopped):
        run(table, steps)
    account = table.account
    assert account == msgspec.json.decode(msgspec.json.encode(account), type=Account)
    assert account.columns[0] == "角色"
    assert account.rows[0][:1] == ["甲"]
    assert account.piles == ["牌堆顶依次为 闪♦3"]
    assert account.begins == ["现在是 甲 的出牌阶段"]
    assert (account.script, account.reached) == (["甲 对 乙 使用 杀♠7", "乙 打出 闪♦2"], 1)
    assert [(line.at, line.who, line.kind, line.names, line.how) for line in account.asks] == [
        (0, ["甲"], "idle", [], "script"),
        (1, ["乙"], "use", ["闪"], "declined"),
    ]
    assert [line.answer for line in account.asks] == ["杀♠7 对 乙", "不"]
    assert [line.text for line in account.asks][1] == "询问 乙 是否使用 闪 (杀)"
    assert account.lines == ["甲 使用 杀♠7 对 乙"]


def test_the_account_of_a_scenario_that_has_no_scene_yet() -> None:
    account = Table(Fake(), edition="2013").account
    assert (account.rows, account.script, account.asks, account.events) == ([], [], [], [])


def test_a_step_that_cannot_be_read_is_no_verdict() -> None:
    with pytest.raises(words.ScenarioError):
        run(Table(Fake(), edition="2013"), steps_of("那么 丁 存活"))


def test_piles_in_the_account() -> None:
    for step in ("牌堆没有牌", "牌堆恰好依次为 闪♦3、杀♠8", "弃牌堆里有 桃♥4"):
        assert play(f"假如 {step}", Fake()).account.piles == [step]


class Mute(Fake):
    """Closes its replies to questions with something else."""

    def exchange(self, message: HarnessMessage) -> Reply:
        """``done`` to every question."""
        return Reply([], done()) if isinstance(message, GetState | Query) else super().exchange(message)


@pytest.mark.parametrize(("check", "sent"), [("甲 存活", "state"), ("甲 的手牌上限为 4", "query")])
def test_questions_that_are_not_answered(check: str, sent: str) -> None:
    with pytest.raises(EngineBroke, match=f"closes its reply to {sent} with done"):
        play(f"那么 {check}", Mute())


def test_a_detail_may_give_after_a_card_was_spent() -> None:
    """A follow-up takes the first detail that answers it, wherever it stands."""
    fake = Fake(
        [ask("skill", skills=["流离"]), ask("targets", reason="流离"), ask("cards", reason="流离"), done()]
    )
    play("当 乙 发动 流离，弃置 闪♦2，对 丙", fake)
    assert choices(fake)[1:] == [Choice(targets=["丙"]), Choice(cards=["闪♦2"])]


def test_what_an_engine_says_is_one_paragraph() -> None:
    fake = Fake()
    fake.ready = Unsupported("a\n\nb", "c\x1b" * 2000)
    with pytest.raises(UnsupportedVerdict, match=r"a b: c\\x1bc.* characters") as stopped:
        play("那么 甲 存活", fake)
    assert len(stopped.value.detail) < 6000
