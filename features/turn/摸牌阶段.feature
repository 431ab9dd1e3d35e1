# language: zh-CN
功能: 摸牌阶段
  摸牌阶段角色从牌堆顶摸两张牌。

  @clause:2012.turn.drawing.two @clause:2013.turn.draw.two @clause:2012.turn.draw-start.not-drawn @clause:2013.turn.draw-start.not-drawn
  @clause:2013.turn.draw-end.after-draw @clause:terms.word.simultaneous
  规则: 摸牌阶段摸两张牌，两张同时摸

    场景: 摸到的是牌堆顶的两张
      假如 场上依次为:
        | 角色 |
        | 甲   |
        | 乙   |
      并且 牌堆顶依次为 杀♠7、闪♦2、桃♥3
      当 甲 的摸牌阶段开始
      那么 甲 的手牌为 杀♠7、闪♦2
      并且 桃♥3 在牌堆

    场景: 摸牌阶段开始时还没有摸牌，结束时已经摸完
      假如 场上依次为:
        | 角色 |
        | 甲   |
        | 乙   |
      当 甲 的摸牌阶段开始
      那么 依次发生:
        | 事件     | 角色 | 内容           |
        | 进入阶段 | 甲   | 摸牌阶段       |
        | 时机     | 甲   | 摸牌阶段开始时 |
        | 时机     | 甲   | 摸牌阶段       |
        | 摸牌     | 甲   | 2张            |
        | 时机     | 甲   | 摸牌阶段结束时 |
