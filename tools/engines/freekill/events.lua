-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill's trigger events as events and timings of the contract: what is said before an event's skills, and after.

local names = require("scenes").names

local events = { before = {}, after = {} }

--- The kinds of event and the timings that come out of here.
events.kinds = {
  "turn", "turn_skipped", "turn_over", "phase", "phase_skipped", "use", "play", "invalid", "cancelled", "effect",
  "redirect", "move", "judge", "damage", "prevented", "deduct", "lose_hp", "recover", "dying", "saved", "reveal",
  "death", "skill", "chained", "unchained", "flip", "game_over", "timing",
}
events.timings = {
  "turn.before", "turn.start", "turn.ending", "phase.play.idle", "use.chosen", "use.becoming", "use.became",
  "use.validity", "use.before", "use.after", "move.before", "move.at", "move.after", "flip.after",
  "judge.performing", "judge.before", "judge.after", "damage.scene", "damage.dealing", "damage.receiving",
  "damage.deducting", "damage.deducted", "damage.dealt", "damage.received", "damage.end", "dying.entering",
  "dying.while", "death", "recover.amount", "recover.at",
}
local PHASES = { "prep", "judge", "draw", "play", "discard", "finish" }
for i, phase in ipairs(PHASES) do
  for _, part in ipairs { ".start", "", ".end" } do table.insert(events.timings, "phase." .. phase .. part) end
  if i > 1 then table.insert(events.timings, ("gap.%s.%s"):format(PHASES[i - 1], phase)) end
end

local before, after = events.before, events.after
local carried = {} -- a delayed trick on its way through the processing area -> the zone it came from

local function emit(kind, player, fields)
  fields = fields or {}
  fields.kind, fields.player = kind, player and player.caipan
  events.emit(fields)
end

local function timing(id, player)
  if not events.closed then emit("timing", player, { timing = id }) end
end

local function element(damage)
  return damage.damageType == fk.FireDamage and "fire" or damage.damageType == fk.ThunderDamage and "thunder" or nil
end

local function card_fields(data)
  return { card = names.zh(data.card.name), cards = names.labelled(Card:getIdList(data.card)) }
end

-- turns and phases -------------------------------------------------------------------------------------------------

before["fk.PreTurnStart"] = function(player) timing("turn.before", player) end
after["fk.PreTurnStart"] = function(player, data)
  events.skipping = not player.faceup and not data.turn_end and player
end
before["fk.TurnedOver"] = function(player)
  emit("flip", player)
  timing("flip.after", player)
end
after["fk.TurnedOver"] = function(player)
  if events.skipping == player then emit("turn_skipped", player) end
  events.skipping = nil
end
before["fk.TurnStart"] = function(player)
  emit("turn", player)
  timing("turn.start", player)
end
before["fk.TurnEnd"] = function(player) timing("turn.ending", player) end
after["fk.TurnEnd"] = function(player) emit("turn_over", player) end

local function gap(player, data)
  for i = 2, #PHASES do
    if PHASES[i] == names.phases[data.phase] then timing(("gap.%s.%s"):format(PHASES[i - 1], PHASES[i]), player) end
  end
end
before["fk.EventPhaseChanging"] = function(player, data)
  events.changing = data
  gap(player, data)
end
before["fk.EventPhaseSkipping"] = function(player, data)
  if events.changing ~= data then gap(player, data) end
end
before["fk.EventPhaseSkipped"] = function(player, data)
  emit("phase_skipped", player, { phase = names.phases[data.phase] })
end
before["fk.EventPhaseStart"] = function(player, data)
  local phase = names.phases[data.phase]
  if not phase then return end
  emit("phase", player, { phase = phase })
  timing("phase." .. phase .. ".start", player)
end
local function phase_timing(suffix)
  return function(player, data)
    local phase = names.phases[data.phase]
    if phase then timing("phase." .. phase .. suffix, player) end
  end
end
before["fk.EventPhaseProceeding"] = phase_timing ""
before["fk.EventPhaseEnd"] = phase_timing ".end"
before["fk.BeforePlayCard"] = function(player) timing("phase.play.idle", player) end

-- using and playing cards ------------------------------------------------------------------------------------------

before["fk.PreCardUse"] = function(player, data)
  local fields = card_fields(data)
  fields.targets = names.of(data.tos)
  emit("use", player, fields)
end
before["fk.PreCardRespond"] = function(player, data) emit("play", player, card_fields(data)) end
before["fk.AfterCardTargetDeclared"] = function(player) timing("use.chosen", player) end
before["fk.TargetSpecifying"] = function(_, data) timing("use.becoming", data.to) end
before["fk.TargetSpecified"] = function(_, data) timing("use.became", data.to) end
before["fk.TargetConfirmed"] = before["fk.TargetSpecified"]
before["fk.TargetConfirming"] = function(_, data)
  timing("use.becoming", data.to)
  events.aimed = table.simpleClone(data.use.tos)
end
after["fk.TargetConfirming"] = function(player, data)
  if not data.cancelled then return end
  for _, target in ipairs(data.use.tos) do
    if not table.removeOne(events.aimed, target) then
      emit("redirect", player, { card = names.zh(data.card.name), targets = names.of { target } })
    end
  end
end
before["fk.PreCardEffect"] = function(_, data)
  if data.to then timing("use.validity", data.to) end
end
local function nullified(data)
  return data.isNullified and data:isNullified() or data.nullified
end
after["fk.PreCardEffect"] = function(_, data)
  if nullified(data) then emit("invalid", data.to, { card = names.zh(data.card.name) })
  else timing("use.before", data.to or data.from) end
end
before["fk.CardEffecting"] = function(_, data)
  emit("effect", data.to or data.from, { card = names.zh(data.card.name) })
  timing("use.after", data.to or data.from)
end
before["fk.CardEffectCancelledOut"] = function(_, data)
  emit("cancelled", data.to, { card = names.zh(data.card.name) })
end

before["fk.SkillEffect"] = function(player, data)
  local skill = data.skill
  if not player or skill.cardSkill or skill.is_delay_effect then return end
  local label = names.skill(skill.name)
  if not names.skills[label] and not names.cards[label] then return end
  emit("skill", player, { skill = label, targets = names.of(data.skill_data and data.skill_data.tos) })
end

-- moves ------------------------------------------------------------------------------------------------------------

local BY_ZONE = { hand = "gain", equipment = "equip", judgement = "place", aside = "aside", discard = "settle" }
local RECEIVED = { draw = true, gain = true, give = true, exchange = true }

--- A card is played by a skill, in place of another one, where the move names the skill.
local function by_skill(move)
  return move.skillName and move.skillName ~= ""
end

--- Why a card moves, in the contract's words: FreeKill's reason says it only together with where it goes.
local function why(move, to)
  local reason = move.moveReason
  if reason == fk.ReasonDraw then return "draw" end
  if reason == fk.ReasonDiscard then return "discard" end
  if to == "hand" then
    if reason == fk.ReasonGive then return "give" end
    return reason == fk.ReasonExchange and "exchange" or "gain"
  end
  if to == "processing" then
    if reason == fk.ReasonJudge then return "judge" end
    if reason == fk.ReasonResponse then return by_skill(move) and "replace" or "play" end
    return "use"
  end
  return BY_ZONE[to] or "settle"
end

--- A move's cards by the way they took. A delayed trick that is settled is in processing only on its way.
local function ways(move)
  local found, known = {}, {}
  local to = names.zone(move.toArea, move.to)
  for _, info in ipairs(move.moveInfo) do
    local label = names.label(info.cardId)
    local from = names.zone(info.fromArea, move.from)
    if move.skillName == "phase_judge" then
      carried[info.cardId] = from
    elseif label then
      if info.fromArea == Card.Processing and carried[info.cardId] then
        from, carried[info.cardId] = carried[info.cardId], nil
      end
      local way = known[from or ""]
      if not way then
        way = { origin = from, destination = to, reason = why(move, to and to:match "[^.]+$"), cards = {} }
        known[from or ""] = way
        table.insert(found, way)
      end
      table.insert(way.cards, label)
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
    if move.moveReason == fk.ReasonResponse and by_skill(move) and move.toArea == Card.Processing then
      local id = move.moveInfo[1].cardId
      emit("play", move.from, { card = names.zh(Fk:getCardById(id, true).name), cards = names.labelled { id } })
    end
    for _, way in ipairs(ways(move)) do emit("move", RECEIVED[way.reason] and move.to or move.from or move.to, way) end
  end
  timing "move.after"
end

-- judgement --------------------------------------------------------------------------------------------------------

before["fk.StartJudge"] = function(player) timing("judge.performing", player) end
before["fk.AskForRetrial"] = function(player) timing("judge.before", player) end
before["fk.FinishJudge"] = function(player, data)
  emit("judge", player, { card = names.label(data.card:getEffectiveId()), reason = names.skill(data.reason) })
  timing("judge.after", player)
end

-- damage, hp, dying and death --------------------------------------------------------------------------------------

local function damage_timing(id, who)
  return function(_, data) timing(id, data[who]) end
end
local function prevented(_, data)
  if data.prevented or data.damage < 1 then emit("prevented", data.to) end
end
for event, mapped in pairs {
  ["fk.PreDamage"] = { "damage.scene", "to" }, ["fk.DamageCaused"] = { "damage.dealing", "from" },
  ["fk.DamageInflicted"] = { "damage.receiving", "to" }, ["fk.Damage"] = { "damage.dealt", "from" },
  ["fk.Damaged"] = { "damage.received", "to" }, ["fk.DamageFinished"] = { "damage.end", "to" },
} do before[event] = damage_timing(table.unpack(mapped)) end
for _, event in ipairs { "PreDamage", "DamageCaused", "DetermineDamageCaused", "DamageInflicted" } do
  after["fk." .. event] = prevented
end
after["fk.DetermineDamageInflicted"] = function(_, data)
  if data.prevented or data.damage < 1 then return emit("prevented", data.to) end
  local fields = { source = data.from and data.from.caipan, amount = data.damage, element = element(data) }
  emit("damage", data.to, fields)
end

before["fk.PreHpLost"] = function(player, data) emit("lose_hp", player, { amount = data.num }) end
before["fk.BeforeHpChanged"] = function(player, data)
  if data.reason == "damage" or data.reason == "loseHp" then timing("damage.deducting", player) end
end
before["fk.HpChanged"] = function(player, data)
  if data.num < 0 then emit("deduct", player, { amount = -data.num }) end
  if data.reason == "damage" then timing("damage.deducted", player) end
end
before["fk.PreHpRecover"] = function(player) timing("recover.amount", player) end
before["fk.HpRecover"] = function(player, data)
  emit("recover", player, { amount = data.num })
  timing("recover.at", player)
end
before["fk.EnterDying"] = function(player)
  emit("dying", player)
  timing("dying.entering", player)
end
before["fk.AskForPeaches"] = function(_, data)
  if events.circle ~= data then timing("dying.while", data.who) end
  events.circle = data
end
before["fk.AfterDying"] = function(player)
  if player.hp > 0 and not player.dead then emit("saved", player) end
end
before["fk.BeforeGameOverJudge"] = function(player) emit("death", player) end
before["fk.GameOverJudge"] = function(player) emit("reveal", player) end
before["fk.Death"] = function(player) timing("death", player) end
before["fk.ChainStateChanged"] = function(player) emit(player.chained and "chained" or "unchained", player) end

--- Forget what a game left behind.
function events.reset()
  carried = {}
  events.skipping, events.changing, events.circle, events.aimed = nil, nil, nil, nil
end

return events
