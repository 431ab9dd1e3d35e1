# language: zh-CN
功能: 弃牌阶段里的连营
  手牌上限为0的角色在弃牌阶段弃置最后一张手牌。连营什么时候发动，两版规则不同。

  @clause:terms.lost.discard @clause:2012.principles.insertion.lifo @clause:2012.turn.gap-discard-finish.no-effect @clause:2012.turn.discard.until-limit
  规则: 2012年，连营在失去最后一张手牌时立即插入发动，摸到的牌接着受检查

    @edition:2012 @reading:A17
    场景: 甲摸到的牌又超出手牌上限，须接着弃置
      假如 场上依次为:
        | 角色 | 技能       | 体力 | 手牌 | 武将牌上 |
        | 甲   | 不屈、连营 | 0/4  | 闪♦2 | 杀♠8     |
        | 乙   |            | 4/4  |      |          |
      并且 牌堆顶依次为 杀♠7
      当 甲 的弃牌阶段开始
      并且 甲 发动 连营
      并且 甲 不发动 连营
      那么 甲 没有手牌
      并且 闪♦2、杀♠7 在弃牌堆
      并且 依次发生:
        | 事件     | 角色 | 内容           |
        | 弃置     | 甲   | 闪♦2           |
        | 发动技能 | 甲   | 连营           |
        | 摸牌     | 甲   | 1张            |
        | 弃置     | 甲   | 杀♠7           |
        | 时机     | 甲   | 弃牌阶段结束时 |

  @clause:2013.turn.gap-discard-finish.skills @clause:2013.move.discard-phase-loop @clause:2013.move.discard-phase-defer
  @clause:2013.turn.discard-end.no-more-discard
  规则: 2013年，连营不能在弃牌阶段内发动，延到弃牌阶段与结束阶段间

    @edition:2013 @reading:A17
    场景: 甲在弃牌阶段之后才摸牌，摸到的牌不用再弃置
      假如 场上依次为:
        | 角色 | 技能 | 体力 | 手牌 |
        | 甲   | 连营 | 0/4  | 闪♦2 |
        | 乙   |      | 4/4  |      |
      并且 牌堆顶依次为 杀♠7
      当 甲 的弃牌阶段开始
      并且 甲 发动 连营
      那么 甲 的手牌为 杀♠7
      并且 发动 连营 共 1 次
      并且 依次发生:
        | 事件     | 角色 | 内容                 |
        | 弃置     | 甲   | 闪♦2                 |
        | 时机     | 甲   | 弃牌阶段结束时       |
        | 时机     | 甲   | 弃牌阶段与结束阶段间 |
        | 发动技能 | 甲   | 连营                 |
        | 摸牌     | 甲   | 1张                  |
        | 时机     | 甲   | 结束阶段开始时       |
