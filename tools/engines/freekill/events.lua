-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill's trigger events as events and timings of the contract: what is said before an event's skills, and after.

local kit = require "caipan"
local names = require("scenes").names

local events = { before = {}, after = {}, timings = kit.phase_timings() }
local before, after = events.before, events.after
local memory = {} -- of the present game: see reset

local function emit(kind, player, fields)
  fields = fields or {}
  fields.kind, fields.player = kind, player and player.caipan
  events.emit(fields)
end

--- A timing is opened, unless FreeKill only keeps its books at it (refresh_only) and no skill has its turn.
local function timing(id, player)
  if id and not events.closed then emit("timing", player, { timing = id }) end
end

-- FreeKill's event, the kind of event that it is, the timing that it opens, and whose: the field of its data (- for the
-- player whose event FreeKill says it is).
for name, kind, id, whose in ([[
  PreTurnStart          -         turn.before       -
  TurnStart             turn      turn.start        -
  TurnEnd               -         turn.ending       -
  TurnedOver            flip      flip.after        -
  BeforePlayCard        -         phase.play.idle   -
  AfterCardTargetDeclared -       use.chosen        -
  TargetSpecifying      -         use.becoming      to
  TargetConfirming      -         use.becoming      to
  TargetSpecified       -         use.became        to
  TargetConfirmed       -         use.became        to
  StartJudge            -         judge.performing  -
  AskForRetrial         -         judge.before      -
  PreDamage             -         damage.scene      to
  DamageCaused          -         damage.dealing    from
  DamageInflicted       -         damage.receiving  to
  Damage                -         damage.dealt      from
  Damaged               -         damage.received   to
  DamageFinished        -         damage.end        to
  EnterDying            dying     dying.entering    -
  BeforeGameOverJudge   death     -                 -
  GameOverJudge         reveal    -                 -
  Death                 -         death             -
  PreHpRecover          -         recover.amount    -
]]):gmatch "(%S+) +(%S+) +(%S+) +(%S+)" do
  if id ~= "-" and not kit.has(events.timings, id) then table.insert(events.timings, id) end
  before["fk." .. name] = function(player, data)
    local who = player
    if whose ~= "-" then who = data[whose] end
    if kind ~= "-" then emit(kind, who) end
    timing(id ~= "-" and id, who)
  end
end
for _, id in ipairs {
  "use.validity", "use.before", "use.after", "move.before", "move.at", "move.after", "judge.after", "damage.deducting",
  "damage.deducted", "dying.while", "recover.at",
} do table.insert(events.timings, id) end

-- turns and phases -------------------------------------------------------------------------------------------------

after["fk.PreTurnStart"] = function(player, data) memory.skipping = not player.faceup and not data.turn_end and player end
after["fk.TurnedOver"] = function(player)
  if memory.skipping == player then emit("turn_skipped", player) end
  memory.skipping = nil
end
after["fk.TurnEnd"] = function(player) emit("turn_over", player) end

before["fk.EventPhaseChanging"] = function(player, data)
  memory.changing = data
  timing(kit.gap(names.phases[data.phase]), player)
end
before["fk.EventPhaseSkipping"] = function(player, data)
  if memory.changing ~= data then timing(kit.gap(names.phases[data.phase]), player) end
end
before["fk.EventPhaseSkipped"] = function(player, data) emit("phase_skipped", player, { phase = names.phases[data.phase] }) end
for name, part in pairs { EventPhaseStart = ".start", EventPhaseProceeding = "", EventPhaseEnd = ".end" } do
  before["fk." .. name] = function(player, data)
    local phase = names.phases[data.phase]
    if phase and part == ".start" then emit("phase", player, { phase = phase }) end
    timing(phase and "phase." .. phase .. part, player)
  end
end

-- using and playing cards ------------------------------------------------------------------------------------------

local function the_card(data) return { card = names.zh(data.card.name) } end

local function with_cards(data)
  return { card = names.zh(data.card.name), cards = names.deck:names(Card:getIdList(data.card)), targets = names.of(data.tos) }
end
before["fk.PreCardUse"] = function(player, data) emit("use", player, with_cards(data)) end
before["fk.PreCardRespond"] = function(player, data) emit("play", player, with_cards(data)) end

local confirming = before["fk.TargetConfirming"]
before["fk.TargetConfirming"] = function(player, data)
  memory.aimed = table.simpleClone(data.use.tos)
  confirming(player, data)
end
after["fk.TargetConfirming"] = function(player, data)
  for _, target in ipairs(data.cancelled and data.use.tos or {}) do
    if not table.removeOne(memory.aimed, target) then
      emit("redirect", player, { card = names.zh(data.card.name), targets = names.of { target } })
    end
  end
end
before["fk.PreCardEffect"] = function(_, data) timing(data.to and "use.validity", data.to) end
after["fk.PreCardEffect"] = function(_, data)
  local nullified = data.nullified or data.isNullified and data:isNullified()
  if nullified then emit("invalid", data.to, the_card(data)) else timing("use.before", data.to or data.from) end
end
before["fk.CardEffecting"] = function(_, data)
  emit("effect", data.to or data.from, the_card(data))
  timing("use.after", data.to or data.from)
end
before["fk.CardEffectCancelledOut"] = function(_, data) emit("cancelled", data.to, the_card(data)) end

before["fk.SkillEffect"] = function(player, data)
  local label = names.skill(data.skill.name)
  if not player or data.skill.cardSkill or data.skill.is_delay_effect then return end
  if not names.skills[label] and not names.cards[label] then return end
  emit("skill", player, { skill = label, targets = names.of(data.skill_data and data.skill_data.tos) })
end

-- moves ------------------------------------------------------------------------------------------------------------

--- A card is played by a skill in place of a judgement card where the move names the skill.
local function replaces(move)
  return move.moveReason == fk.ReasonResponse and move.toArea == Card.Processing and (move.skillName or "") ~= ""
end

--- Why cards move, in the contract's words: FreeKill's reason says it only together with where they go.
local function why(move)
  local reason, to = move.moveReason, move.toArea
  if reason == fk.ReasonDraw then return "draw" end
  if reason == fk.ReasonDiscard then return "discard" end
  if to == Card.PlayerHand then
    return reason == fk.ReasonGive and "give" or reason == fk.ReasonExchange and "exchange" or "gain"
  elseif to == Card.Processing then
    return reason == fk.ReasonJudge and "judge" or replaces(move) and "replace"
      or reason == fk.ReasonResponse and "play" or "use"
  end
  local by_zone = { [Card.PlayerEquip] = "equip", [Card.PlayerJudge] = "place", [Card.PlayerSpecial] = "aside" }
  return by_zone[to] or "settle"
end

--- The cards of a move, one for one. A delayed trick that is settled is in processing only on its way.
local function legs(move)
  local found, to = {}, names.zone(move.toArea, move.to)
  for _, info in ipairs(move.moveInfo) do
    local id, from = info.cardId, names.zone(info.fromArea, move.from)
    if move.skillName == "phase_judge" then
      memory.carried[id] = from
    else
      if info.fromArea == Card.Processing and memory.carried[id] then from, memory.carried[id] = memory.carried[id], nil end
      table.insert(found, { card = names.deck.labels[id], origin = from, destination = to, reason = why(move) })
    end
  end
  return found
end

before["fk.BeforeCardsMove"] = function()
  timing "move.before"
  timing "move.at"
end
before["fk.AfterCardsMove"] = function(_, moves)
  for _, move in ipairs(moves) do
    if replaces(move) then
      local id = move.moveInfo[1].cardId
      emit("play", move.from, { card = names.zh(Fk:getCardById(id, true).name), cards = names.deck:names { id } })
    end
    for _, way in ipairs(kit.ways(legs(move))) do
      local received = kit.has({ "draw", "gain", "give", "exchange" }, way.reason)
      emit("move", received and move.to or move.from or move.to, way)
    end
  end
  timing "move.after"
end

-- judgement, damage, hp, dying -------------------------------------------------------------------------------------

before["fk.FinishJudge"] = function(player, data)
  emit("judge", player, { card = names.deck.labels[data.card:getEffectiveId()], reason = names.skill(data.reason) })
  timing("judge.after", player)
end

for _, name in ipairs { "PreDamage", "DamageCaused", "DetermineDamageCaused", "DamageInflicted", "DetermineDamageInflicted" } do
  after["fk." .. name] = function(_, data)
    if data.prevented or data.damage < 1 then
      emit("prevented", data.to)
    elseif name == "DetermineDamageInflicted" then
      local element = data.damageType == fk.FireDamage and "fire" or data.damageType == fk.ThunderDamage and "thunder" or nil
      emit("damage", data.to, { source = data.from and data.from.caipan, amount = data.damage, element = element })
    end
  end
end
before["fk.PreHpLost"] = function(player, data) emit("lose_hp", player, { amount = data.num }) end
before["fk.BeforeHpChanged"] = function(player, data) timing(data.num < 0 and "damage.deducting", player) end
before["fk.HpChanged"] = function(player, data)
  if data.num < 0 then emit("deduct", player, { amount = -data.num }) end
  timing(data.reason == "damage" and "damage.deducted", player)
end
before["fk.HpRecover"] = function(player, data)
  emit("recover", player, { amount = data.num })
  timing("recover.at", player)
end
before["fk.AskForPeaches"] = function(_, data)
  timing(memory.dying ~= data and "dying.while", data.who) -- FreeKill opens it anew for each responder
  memory.dying = data
end
before["fk.AfterDying"] = function(player)
  if player.hp > 0 and not player.dead then emit("saved", player) end
end
before["fk.ChainStateChanged"] = function(player) emit(player.chained and "chained" or "unchained", player) end

--- Forget the last game. ``carried``: a delayed trick on its way through processing -> the zone that it came from.
function events.reset() memory = { carried = {} } end

--- The kinds of event that come out of here.
events.kinds = {
  "turn", "turn_skipped", "turn_over", "phase", "phase_skipped", "use", "play", "invalid", "cancelled", "effect",
  "redirect", "move", "judge", "damage", "prevented", "deduct", "lose_hp", "recover", "dying", "saved", "reveal",
  "death", "skill", "chained", "unchained", "flip", "game_over", "timing",
}

return events
