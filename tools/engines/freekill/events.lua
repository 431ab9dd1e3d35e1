-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill's trigger events as events and timings of the contract: what is said before an event's skills, and after.
local kit, names = require "caipan", require("scenes").names
local events = { before = {}, after = {}, timings = kit.phase_timings() }
local before, after, memory = events.before, events.after, {} -- memory is of the present game: see reset

local function emit(kind, player, fields)
  fields = fields or {}
  fields.kind, fields.player = kind, player and player.caipan
  events.emit(fields)
end

--- A timing is opened, unless FreeKill only keeps its books at it (refresh_only) and no skill has its turn.
local function timing(id, player)
  if id and not events.closed then emit("timing", player, { timing = id }) end
end

--- What an event says beside who: functions of FreeKill's data.
local says = {
  num = function(data) return { amount = data.num } end,
  phase = function(data) return { phase = names.phases[data.phase] } end,
  card = function(data) return { card = names.zh(data.card.name) } end,
  cards = function(data)
    local cards = names.deck:names(Card:getIdList(data.card))
    return { card = names.zh(data.card.name), cards = cards, targets = names.of(data.tos) }
  end,
  judge = function(data)
    return { card = names.deck.labels[data.card:getEffectiveId()], reason = names.skill(data.reason) }
  end,
}

-- FreeKill's event; the kind of event that it is; the timing that it opens; whose, by the field of its data, or else the
-- player's whose event FreeKill says it is; what it says beside.
for _, row in ipairs(kit.rows [[
  PreTurnStart - turn.before;          TurnStart turn turn.start;              TurnEnd - turn.ending
  TurnedOver flip flip.after;          BeforePlayCard - phase.play.idle;       AfterCardTargetDeclared - use.chosen
  TargetSpecifying - use.becoming to;  TargetSpecified - use.became to;        PreCardUse use - - cards
  TargetConfirming - use.becoming to;  TargetConfirmed - use.became to;        PreCardRespond play - - cards
  BeforeCardsMove - move.before;       AfterCardsMove - move.after;            EventPhaseSkipped phase_skipped - - phase
  StartJudge - judge.performing;       AskForRetrial - judge.before;           FinishJudge judge judge.after - judge
  PreDamage - damage.scene to;         DamageCaused - damage.dealing from;     DamageInflicted - damage.receiving to
  Damage - damage.dealt from;          Damaged - damage.received to;           DamageFinished - damage.end to
  EnterDying dying dying.entering;     BeforeGameOverJudge death -;            GameOverJudge reveal -
  Death - death;                       PreHpRecover - recover.amount;          HpRecover recover recover.at - num
  CardEffecting effect use.after to card;  CardEffectCancelledOut cancelled - to card;  PreHpLost lose_hp - - num ]]) do
  local name, kind, id, whose, what = table.unpack(row)
  if id and not kit.has(events.timings, id) then table.insert(events.timings, id) end
  before["fk." .. name] = function(player, data)
    if whose then player = data[whose] or data.from end
    if kind then emit(kind, player, what and says[what](data)) end
    timing(id, player)
  end
end
for _, id in ipairs(kit.words "use.validity use.before move.at damage.deducting damage.deducted dying.while") do
  table.insert(events.timings, id)
end

-- turns and phases
after["fk.PreTurnStart"] = function(player, data) memory.skipping = not player.faceup and not data.turn_end and player end
after["fk.TurnedOver"] = function(player)
  if memory.skipping == player then emit("turn_skipped", player) end
  memory.skipping = nil
end
after["fk.TurnEnd"] = function(player) emit("turn_over", player) end
local function gap(player, data)
  if memory.gap ~= data then timing(kit.gap(names.phases[data.phase]), player) end
  memory.gap = data
end
before["fk.EventPhaseChanging"], before["fk.EventPhaseSkipping"] = gap, gap
for name, part in pairs { EventPhaseStart = ".start", EventPhaseProceeding = "", EventPhaseEnd = ".end" } do
  before["fk." .. name] = function(player, data)
    if part == ".start" then emit("phase", player, says.phase(data)) end
    timing("phase." .. names.phases[data.phase] .. part, player)
  end
end

-- using cards and skills
after["fk.TargetConfirming"] = function(player, data)
  local tos = data.use.tos
  if data.cancelled then emit("redirect", player, { card = names.zh(data.card.name), targets = names.of { tos[#tos] } }) end
end
before["fk.PreCardEffect"] = function(_, data) timing(data.to and "use.validity", data.to) end
after["fk.PreCardEffect"] = function(_, data)
  local nullified = data.nullified or data.isNullified and data:isNullified()
  if nullified then emit("invalid", data.to, says.card(data)) else timing("use.before", data.to or data.from) end
end
before["fk.SkillEffect"] = function(player, data)
  local label = names.skill(data.skill.name)
  if not player or data.skill.cardSkill or data.skill.is_delay_effect then return end
  if not names.skills[label] and not names.cards[label] then return end
  emit("skill", player, { skill = label, targets = names.of(data.skill_data and data.skill_data.tos) })
end

-- moves
--- Why cards move, in the contract's words: FreeKill's reason says it only together with where they go.
local function why(move)
  local reason, to = move.moveReason, move.toArea
  if reason == fk.ReasonDraw then return "draw" end
  if reason == fk.ReasonDiscard then return "discard" end
  if to == Card.PlayerHand then return reason == fk.ReasonGive and "give" or reason == fk.ReasonExchange and "exchange" or "gain" end
  if to ~= Card.Processing then return ({ nil, "equip", "place", "aside" })[to] or "settle" end
  if reason ~= fk.ReasonResponse then return reason == fk.ReasonJudge and "judge" or "use" end
  return (move.skillName or "") == "" and "play" or "replace" -- a skill plays it in place of a judgement card
end
local moved = before["fk.AfterCardsMove"]
before["fk.AfterCardsMove"] = function(player, moves)
  for _, move in ipairs(moves) do
    local legs, to, word = {}, names.zone(move.toArea, move.to), why(move)
    for _, info in ipairs(move.moveInfo) do
      local id, from = info.cardId, names.zone(info.fromArea, move.from)
      if move.skillName == "phase_judge" then
        memory.carried[id] = from -- a delayed trick that is settled is in processing only on its way
      else
        if info.fromArea == Card.Processing and memory.carried[id] then from, memory.carried[id] = memory.carried[id], nil end
        table.insert(legs, { card = names.deck.labels[id], origin = from, destination = to, reason = word })
        local card = names.zh(Fk:getCardById(id, true).name)
        if word == "replace" then emit("play", move.from, { card = card, cards = names.deck:names { id } }) end
      end
    end
    for _, event in ipairs(kit.moves(legs)) do events.emit(event) end
  end
  moved(player, moves)
end
after["fk.BeforeCardsMove"] = function() timing "move.at" end

-- damage, hp, dying
for _, name in ipairs { "PreDamage", "DamageCaused", "DetermineDamageCaused", "DamageInflicted", "DetermineDamageInflicted" } do
  after["fk." .. name] = function(_, data)
    if data.prevented or data.damage < 1 then return emit("prevented", data.to) end
    if name ~= "DetermineDamageInflicted" then return end
    local element = ({ [fk.FireDamage] = "fire", [fk.ThunderDamage] = "thunder" })[data.damageType]
    emit("damage", data.to, { source = data.from and data.from.caipan, amount = data.damage, element = element })
  end
end
before["fk.BeforeHpChanged"] = function(player, data) timing(data.num < 0 and "damage.deducting", player) end
before["fk.HpChanged"] = function(player, data)
  if data.num < 0 then emit("deduct", player, { amount = -data.num }) end
  timing(data.reason == "damage" and "damage.deducted", player)
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

return events
