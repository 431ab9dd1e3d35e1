# language: zh-CN
功能: 回合的流程
  一个回合有六个阶段。阶段的开始、结束和两个阶段之间都是时机，没有事情发生的时机也不省略。

  @clause:2012.turn.six-phases @clause:2013.turn.six-phases @clause:terms.flow.six-phases
  规则: 六个阶段依次进行

    场景: 甲的回合依次经过六个阶段
      假如 场上依次为:
        | 角色 |
        | 甲   |
        | 乙   |
      当 轮到 甲 的回合
      并且 甲 结束出牌阶段
      那么 依次发生:
        | 事件     | 角色 | 内容     |
        | 回合开始 | 甲   |          |
        | 进入阶段 | 甲   | 准备阶段 |
        | 进入阶段 | 甲   | 判定阶段 |
        | 进入阶段 | 甲   | 摸牌阶段 |
        | 进入阶段 | 甲   | 出牌阶段 |
        | 进入阶段 | 甲   | 弃牌阶段 |
        | 进入阶段 | 甲   | 结束阶段 |
        | 回合结束 | 甲   |          |
        | 回合开始 | 乙   |          |

  @edition:2012
  @clause:2012.turn.timeline-order @clause:2012.turn.before-turn.exists @clause:2012.turn.turn-start.enters-turn
  @clause:2012.turn.prep.no-effect @clause:2012.turn.prep-end.no-effect @clause:2012.turn.gaps.exist
  @clause:2012.turn.judge-start.no-effect @clause:2012.turn.judge-end.no-effect @clause:2012.turn.play-start.no-effect
  @clause:2012.turn.play-end.when @clause:2012.turn.play-end.no-effect @clause:2012.turn.discard-start.no-effect
  @clause:2012.turn.gap-discard-finish.no-effect @clause:2012.turn.finish.no-effect @clause:2012.turn.finish-end.no-effect
  @clause:2012.turn.turn-ending.all-phases-done @clause:2012.turn.turn-ended.over @clause:2012.turn.turn-ended.then-before-turn
  规则: 2012年的规则里，一个回合的全部时机依次出现

    @reading:A01 @reading:A07
    场景: 什么都没有做的回合，二十七个时机一个不少
      假如 场上依次为:
        | 角色 |
        | 甲   |
        | 乙   |
      当 轮到 甲 的回合
      并且 甲 结束出牌阶段
      那么 依次发生:
        | 事件 | 角色 | 内容                     |
        | 时机 | 甲   | 回合开始前               |
        | 时机 | 甲   | 回合开始时               |
        | 时机 | 甲   | 回合开始阶段开始时       |
        | 时机 | 甲   | 回合开始阶段             |
        | 时机 | 甲   | 回合开始阶段结束时       |
        | 时机 | 甲   | 回合开始阶段与判定阶段间 |
        | 时机 | 甲   | 判定阶段开始时           |
        | 时机 | 甲   | 判定阶段                 |
        | 时机 | 甲   | 判定阶段结束时           |
        | 时机 | 甲   | 判定阶段与摸牌阶段间     |
        | 时机 | 甲   | 摸牌阶段开始时           |
        | 时机 | 甲   | 摸牌阶段摸牌时           |
        | 时机 | 甲   | 摸牌阶段结束时           |
        | 时机 | 甲   | 摸牌阶段与出牌阶段间     |
        | 时机 | 甲   | 出牌阶段开始时           |
        | 时机 | 甲   | 出牌阶段                 |
        | 时机 | 甲   | 出牌阶段结束时           |
        | 时机 | 甲   | 出牌阶段与弃牌阶段间     |
        | 时机 | 甲   | 弃牌阶段开始时           |
        | 时机 | 甲   | 弃牌阶段                 |
        | 时机 | 甲   | 弃牌阶段结束时           |
        | 时机 | 甲   | 弃牌阶段与回合结束阶段间 |
        | 时机 | 甲   | 回合结束阶段开始时       |
        | 时机 | 甲   | 回合结束阶段             |
        | 时机 | 甲   | 回合结束阶段结束时       |
        | 时机 | 甲   | 回合结束时               |
        | 时机 | 甲   | 回合结束后               |
        | 时机 | 乙   | 回合开始前               |

  @edition:2013
  @clause:2013.turn.timeline-order @clause:2013.turn.before-turn.exists @clause:2013.turn.turn-start.enters-turn
  @clause:2013.turn.prep.no-effect @clause:2013.turn.prep-end.no-effect @clause:2013.turn.judge-start.no-effect
  @clause:2013.turn.judge-end.no-effect @clause:2013.turn.draw-end.after-draw @clause:2013.turn.play-end.when
  @clause:2013.turn.finish.no-effect @clause:2013.turn.finish-end.no-effect @clause:2013.turn.turn-ending.all-phases-done
  @clause:2013.turn.turn-ended.over @clause:2013.turn.turn-ended.then-before-turn
  规则: 2013年的规则里，一个回合的全部时机依次出现

    @reading:A01
    场景: 头尾两个阶段改称准备阶段和结束阶段，时机的次序不变
      假如 场上依次为:
        | 角色 |
        | 甲   |
        | 乙   |
      当 轮到 甲 的回合
      并且 甲 结束出牌阶段
      那么 依次发生:
        | 事件 | 角色 | 内容                 |
        | 时机 | 甲   | 回合开始前           |
        | 时机 | 甲   | 回合开始时           |
        | 时机 | 甲   | 准备阶段开始时       |
        | 时机 | 甲   | 准备阶段             |
        | 时机 | 甲   | 准备阶段结束时       |
        | 时机 | 甲   | 准备阶段与判定阶段间 |
        | 时机 | 甲   | 判定阶段开始时       |
        | 时机 | 甲   | 判定阶段             |
        | 时机 | 甲   | 判定阶段结束时       |
        | 时机 | 甲   | 判定阶段与摸牌阶段间 |
        | 时机 | 甲   | 摸牌阶段开始时       |
        | 时机 | 甲   | 摸牌阶段             |
        | 时机 | 甲   | 摸牌阶段结束时       |
        | 时机 | 甲   | 摸牌阶段与出牌阶段间 |
        | 时机 | 甲   | 出牌阶段开始时       |
        | 时机 | 甲   | 出牌阶段             |
        | 时机 | 甲   | 出牌阶段的空闲时间点 |
        | 时机 | 甲   | 出牌阶段结束时       |
        | 时机 | 甲   | 出牌阶段与弃牌阶段间 |
        | 时机 | 甲   | 弃牌阶段开始时       |
        | 时机 | 甲   | 弃牌阶段             |
        | 时机 | 甲   | 弃牌阶段结束时       |
        | 时机 | 甲   | 弃牌阶段与结束阶段间 |
        | 时机 | 甲   | 结束阶段开始时       |
        | 时机 | 甲   | 结束阶段             |
        | 时机 | 甲   | 结束阶段结束时       |
        | 时机 | 甲   | 回合结束时           |
        | 时机 | 甲   | 回合结束后           |
        | 时机 | 乙   | 回合开始前           |

  @clause:2012.turn.turn-ended.confirm-next @clause:terms.flow.one-turn-each @clause:terms.flow.next-player
  规则: 回合结束之后，轮到下家

    场景: 最后一个座位的角色结束回合，轮到第一个座位
      假如 场上依次为:
        | 角色 |
        | 甲   |
        | 乙   |
        | 丙   |
      当 现在是 丙 的出牌阶段
      并且 丙 结束出牌阶段
      那么 现在是 甲 的出牌阶段

    场景: 下家已经死亡，轮到再下一家
      假如 场上依次为:
        | 角色 | 体力 | 手牌 |
        | 甲   | 4/4  | 杀♠7 |
        | 乙   | 1/4  |      |
        | 丙   | 4/4  |      |
      当 甲 对 乙 使用 杀♠7
      并且 甲 结束出牌阶段
      那么 乙 死亡
      并且 现在是 丙 的出牌阶段

  @clause:2012.turn.prep-start.single-instance @clause:2012.turn.prep-start.skill-once @clause:2012.turn.prep-start.unified
  @clause:2012.turn.prep-start.skills @clause:2013.turn.prep-start.skills
  规则: 一个阶段的开始时只有一个，没有发动的技能不会在同一阶段再问

    场景: 甲放过洛神，准备阶段里不再问他第二次
      假如 场上依次为:
        | 角色 | 技能 |
        | 甲   | 洛神 |
        | 乙   |      |
      当 轮到 甲 的回合
      并且 甲 不发动 洛神
      那么 现在是 甲 的出牌阶段
      并且 询问 甲 是否发动 洛神 共 1 次

  @clause:2012.turn.finish-start.unified @clause:2012.turn.finish-start.no-repeat @clause:2012.turn.finish-start.skills
  @clause:2013.turn.finish-start.skills @clause:2012.turn.phase-boundaries.single-instance
  规则: 结束阶段的技能在结束阶段开始时发动，只能发动一次

    场景: 据守在结束阶段开始时发动，这个回合里不能再发动
      假如 场上依次为:
        | 角色 | 技能 |
        | 甲   | 据守 |
        | 乙   |      |
      当 甲 的结束阶段开始
      并且 甲 发动 据守
      那么 依次发生:
        | 事件     | 角色 | 内容           |
        | 时机     | 甲   | 结束阶段开始时 |
        | 发动技能 | 甲   | 据守           |
        | 时机     | 甲   | 结束阶段       |
        | 时机     | 甲   | 结束阶段结束时 |
      并且 询问 甲 是否发动 据守 共 1 次
