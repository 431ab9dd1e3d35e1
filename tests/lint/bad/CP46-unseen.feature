# language: zh-CN
功能: 杀

  @edition:2012 @clause:2012.turn.play.slash-once
  规则: 每个出牌阶段只能使用一张杀

    场景: 使用[2J第一张
      假如 场上依次为:
        | 角色 | 手牌 |
        | 甲 | 杀♠7、杀♠8 |
        | 乙 | |
      当 甲 对 乙 使用 杀♠7
      那么 乙 的体力为 3
