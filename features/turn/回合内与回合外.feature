# language: zh-CN
功能: 回合内与回合外
  回合开始时起是回合内，回合结束后起是回合外。急救只在回合外有用，完杀只在回合内有用。

  @clause:2012.turn.turn-start.out-turn-effect-off @clause:2012.turn.turn-start.out-turn-condition-off @clause:2013.turn.turn-start.out-turn-until
  @clause:2012.turn.turn-start.enters-turn @clause:2013.turn.turn-start.enters-turn
  规则: 从回合开始时起，回合外的技能不能发动

    场景: 华佗在自己的出牌阶段里，不能用急救救人
      假如 场上依次为:
        | 角色 | 技能 | 体力 | 手牌       |
        | 甲   | 急救 | 4/4  | 杀♠7、闪♦2 |
        | 乙   |      | 1/4  |            |
        | 丙   |      | 4/4  |            |
      当 甲 对 乙 使用 杀♠7
      那么 乙 死亡
      并且 没有询问 甲 是否使用 桃

    场景: 判定阶段已经在回合内，被闪电击中的华佗不能急救自己
      假如 场上依次为:
        | 角色 | 技能 | 体力 | 手牌       | 判定区 |
        | 甲   | 急救 | 3/3  | 闪♦2、桃♥4 | 闪电♠A |
        | 乙   |      | 4/4  |            |        |
        | 丙   |      | 4/4  |            |        |
      并且 牌堆顶依次为 杀♠8、杀♠9、杀♠10
      当 甲 的判定阶段开始
      并且 甲 使用 桃♥4
      那么 甲 的体力为 1
      并且 甲 的手牌为 闪♦2、杀♠9、杀♠10
      并且 甲 不能将 闪♦2 当 桃 使用

  @clause:2012.turn.turn-ended.out-turn-effect-on @clause:2012.turn.turn-ended.out-turn-condition-on @clause:2013.turn.turn-ended.out-turn-from
  规则: 从回合结束后起，回合外的技能又可以发动

    场景: 华佗的回合刚结束，乙在判定阶段被闪电击中，华佗可以急救
      假如 场上依次为:
        | 角色 | 技能 | 体力 | 手牌 | 判定区 |
        | 甲   | 急救 | 3/3  | 闪♦2 |        |
        | 乙   |      | 3/4  |      | 闪电♠A |
      并且 牌堆顶依次为 杀♠8
      当 甲 结束出牌阶段
      并且 甲 将 闪♦2 当 桃 对 乙 使用
      那么 乙 的体力为 1
      并且 现在是 乙 的出牌阶段

  @clause:2012.turn.turn-start.in-turn-effect-on @clause:2012.turn.turn-start.in-turn-condition-on @clause:2013.turn.turn-start.in-turn-from
  规则: 从回合开始时起，回合内的技能有效

    @reading:G06
    场景: 判定阶段已经在回合内，甲自己被闪电击中，完杀也使别人不能救他
      假如 场上依次为:
        | 角色 | 技能 | 体力 | 手牌 | 判定区 |
        | 甲   | 完杀 | 3/3  |      | 闪电♠A |
        | 乙   |      | 4/4  | 桃♥3 |        |
        | 丙   |      | 4/4  |      |        |
      并且 牌堆顶依次为 杀♠8
      当 甲 的判定阶段开始
      那么 甲 死亡
      并且 没有询问 乙 是否使用 桃
      并且 乙 的手牌数为 3

  @clause:2012.turn.turn-ended.in-turn-effect-off @clause:2012.turn.turn-ended.in-turn-condition-off @clause:2013.turn.turn-ended.in-turn-until
  规则: 从回合结束后起，回合内的技能失效

    @reading:G06
    场景: 甲的回合刚结束，乙在判定阶段被闪电击中，丙可以用桃救他
      假如 场上依次为:
        | 角色 | 技能 | 体力 | 手牌 | 判定区 |
        | 甲   | 完杀 | 3/3  |      |        |
        | 乙   |      | 3/4  |      | 闪电♠A |
        | 丙   |      | 4/4  | 桃♥3 |        |
      并且 牌堆顶依次为 杀♠8
      当 甲 结束出牌阶段
      并且 丙 对 乙 使用 桃♥3
      那么 乙 的体力为 1
      并且 现在是 乙 的出牌阶段
