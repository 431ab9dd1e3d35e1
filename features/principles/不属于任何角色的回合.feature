# language: zh-CN
功能: 不属于任何角色的回合
  一个回合结束后、下一个回合开始之前，不属于任何角色的回合。此时从谁开始，两版规则不同。

  @clause:2012.principles.order.between-turns @clause:2012.principles.order.between-turns-nobody @clause:2012.turn.turn-ended.skills
  规则: 2012年，从刚结束回合的角色的下家开始

    @edition:2012 @reading:A21
    场景: 甲和乙在甲的回合里各杀死一名角色，先问乙是否发动连破
      假如 场上依次为:
        | 角色 | 技能 | 体力 | 手牌 |
        | 甲   | 连破 | 4/4  | 杀♠7 |
        | 乙   | 连破 | 4/4  |      |
        | 丙   |      | 1/4  |      |
        | 丁   |      | 1/4  |      |
      当 乙 对 丙 造成 1 点伤害
      并且 甲 对 丁 使用 杀♠7
      并且 甲 结束出牌阶段
      那么 丙 死亡
      并且 丁 死亡
      并且 依次询问 乙、甲 是否发动 连破

  @clause:2013.principles.nobody.turn-ended-alive @clause:2013.turn.turn-ended.skills
  规则: 2013年，刚结束回合的角色存活，从他自己开始

    @edition:2013 @reading:A21
    场景: 同样的局面，先问甲自己是否发动连破
      假如 场上依次为:
        | 角色 | 技能 | 体力 | 手牌 |
        | 甲   | 连破 | 4/4  | 杀♠7 |
        | 乙   | 连破 | 4/4  |      |
        | 丙   |      | 1/4  |      |
        | 丁   |      | 1/4  |      |
      当 乙 对 丙 造成 1 点伤害
      并且 甲 对 丁 使用 杀♠7
      并且 甲 结束出牌阶段
      那么 丙 死亡
      并且 丁 死亡
      并且 依次询问 甲、乙 是否发动 连破
