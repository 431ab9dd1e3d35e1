# language: zh-CN
功能: 状态类锁定技
  有的锁定技没有发动时机，只表示角色当前的状态：条件满足就一直有效，条件不再满足就无效。

  @clause:2012.lock.type1.state @clause:2013.lock.state.no-trigger @clause:2013.lock.state.persistent @clause:terms.skill.locked
  规则: 帷幕使黑色锦囊不能指定贾诩

    @clause:2012.use.legality.target-trick
    场景: 黑色的过河拆桥不能指定贾诩，红色的可以
      假如 场上依次为:
        | 角色 | 武将 | 体力 | 手牌                     |
        | 甲   |      | 4/4  | 过河拆桥♠3、过河拆桥♥Q   |
        | 乙   | 贾诩 | 3/3  | 闪♦2                     |
      那么 甲 不能对 乙 使用 过河拆桥♠3
      当 甲 对 乙 使用 过河拆桥♥Q
      那么 乙 没有手牌

    @clause:2012.use.legality.target-trick
    场景: 黑色的南蛮入侵跳过贾诩，别人照常响应
      假如 场上依次为:
        | 角色 | 武将 | 体力 | 手牌       |
        | 甲   |      | 4/4  | 南蛮入侵♠K |
        | 乙   | 贾诩 | 3/3  | 杀♣8       |
        | 丙   |      | 4/4  |            |
      当 甲 使用 南蛮入侵♠K
      那么 乙 的体力为 3
      并且 丙 的体力为 3
      并且 没有询问 乙 是否打出 杀

    @clause:2013.effects.lose-skill-ways @clause:2013.effects.state-skill @clause:2013.effects.state-effect
    场景: 贾诩因断肠失去帷幕，黑色的锦囊就可以指定他
      假如 场上依次为:
        | 角色 | 武将   | 体力 | 手牌       |
        | 甲   | 蔡文姬 | 1/3  | 决斗♦A     |
        | 乙   | 贾诩   | 3/3  | 杀♣8、闪♦2 |
        | 丙   |        | 4/4  |            |
      并且 牌堆顶依次为 闪♦3、闪♦4、过河拆桥♠3、闪♦5
      当 甲 对 乙 使用 决斗♦A
      并且 乙 打出 杀♣8
      并且 乙 结束出牌阶段
      并且 丙 对 乙 使用 过河拆桥♠3
      那么 乙 的手牌数为 2

  @clause:2012.lock.type1.state @clause:2013.lock.state.persistent @clause:2012.use.legality.target-trick
  规则: 谦逊使顺手牵羊和乐不思蜀不能指定陆逊

    场景: 顺手牵羊和乐不思蜀不能指定陆逊，过河拆桥可以
      假如 场上依次为:
        | 角色 | 武将 | 体力 | 手牌                                 |
        | 甲   |      | 4/4  | 顺手牵羊♠3、乐不思蜀♠6、过河拆桥♠4   |
        | 乙   | 陆逊 | 3/3  | 闪♦2                                 |
      那么 甲 不能对 乙 使用 顺手牵羊♠3
      并且 甲 不能对 乙 使用 乐不思蜀♠6
      当 甲 对 乙 使用 过河拆桥♠4
      那么 乙 没有手牌

  @clause:2012.use.legality.distance-slash @clause:2012.use.legality.distance-trick @clause:terms.cards.equip.mashu-feiying-like-horse @clause:2012.skill.class.state
  规则: 马术相当于装备着一匹-1坐骑

    场景: 马超与距离2的丙距离为1，可以对他使用杀
      假如 场上依次为:
        | 角色 | 武将 | 体力 | 手牌 |
        | 甲   | 马超 | 4/4  | 杀♠7 |
        | 乙   |      | 4/4  |      |
        | 丙   |      | 4/4  |      |
        | 丁   |      | 4/4  |      |
      那么 甲 与 丙 的距离为 1
      并且 丙 与 甲 的距离为 2
      当 甲 对 丙 使用 杀♠7
      那么 丙 的体力为 3

    @clause:terms.cards.equip.mashu-feiying-stack
    场景: 马术和-1坐骑叠加
      假如 场上依次为:
        | 角色 | 武将 | 体力 | 装备区 |
        | 甲   | 马超 | 4/4  | 赤兔♥5 |
        | 乙   |      | 4/4  |        |
        | 丙   |      | 4/4  |        |
        | 丁   |      | 4/4  |        |
        | 戊   |      | 4/4  |        |
        | 己   |      | 4/4  |        |
      那么 甲 与 丁 的距离为 1
      并且 甲 与 乙 的距离为 1

  @clause:2012.use.legality.distance-trick @clause:2012.skill.class.unlimit @clause:2012.skill.class.passive-affects-use
  规则: 奇才使黄月英使用锦囊没有距离限制

    场景: 黄月英可以对距离2的丙使用顺手牵羊
      假如 场上依次为:
        | 角色 | 武将   | 体力 | 手牌       |
        | 甲   | 黄月英 | 3/3  | 顺手牵羊♠3 |
        | 乙   |        | 4/4  |            |
        | 丙   |        | 4/4  | 闪♦2       |
        | 丁   |        | 4/4  |            |
      当 甲 对 丙 使用 顺手牵羊♠3
      那么 甲 的手牌为 闪♦2

    场景: 奇才只管锦囊，黄月英的杀仍受距离限制
      假如 场上依次为:
        | 角色 | 武将   | 体力 | 手牌 |
        | 甲   | 黄月英 | 3/3  | 杀♠7 |
        | 乙   |        | 4/4  |      |
        | 丙   |        | 4/4  |      |
        | 丁   |        | 4/4  |      |
      那么 甲 不能对 丙 使用 杀♠7
