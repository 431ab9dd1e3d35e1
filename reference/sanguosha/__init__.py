"""A minimal reference interpreter of Sanguosha (三国杀): the rulebook, executable.

Every settlement is a generator, and what inserts itself into a settlement is a ``yield from``: the
insertion principle (插入结算原则) is the call stack. The modules are the rulebook's chapters:

``turn`` 游戏流程 · ``principles`` 结算的原则 · ``use`` 使用事件 · ``response`` 响应 · ``move`` 牌移动 ·
``judgement`` 判定事件 · ``damage`` 伤害事件 · ``dying`` 濒死事件 · ``death`` 死亡 ·
``recovery`` 回复体力事件 · ``distance`` 距离 · ``cards`` 游戏牌 · ``skills`` 技能 · ``editions`` 各版规则之别
"""
