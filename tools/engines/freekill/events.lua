-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill's trigger events as events and timings of the contract: what is said before an event's skills, and after.
local kit, names = require "caipan", require "names"
local events = require "caipan_events"(function(player) return player.caipan end)
local before, after, emit, timing = events.before, events.after, events.emit, events.timing
local memory -- of the present game: see reset

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

-- FreeKill's event; the kind of event that it is; the timing that it opens; whose, by the field of its data, or else
-- the player's whose event FreeKill says it is; what it says beside.
events.rows([[
  PreTurnStart - turn.before;          TurnStart turn turn.start;              TurnEnd - turn.ending
  TurnedOver flip flip.after;          BeforePlayCard - phase.play.idle;       AfterCardTargetDeclared - use.chosen
  EventPhaseStart phase phase.*.start - phase;  EventPhaseProceeding - phase.* - phase
  TargetSpecifying - use.becoming to;  TargetSpecified - use.became to;        PreCardUse use - - cards
  TargetConfirming - use.becoming to;  TargetConfirmed - use.became to;        PreCardRespond play - - cards
  BeforeCardsMove - move.before;       AfterCardsMove - move.after;            EventPhaseEnd - phase.*.end - phase
  StartJudge - judge.performing;       AskForRetrial - judge.before;           FinishJudge judge judge.after - judge
  PreDamage - damage.scene to;         DamageCaused - damage.dealing from;     DamageInflicted - damage.receiving to
  Damage - damage.dealt from;          Damaged - damage.received to;           DamageFinished - damage.end to
  EnterDying dying dying.entering;     BeforeGameOverJudge death -;            GameOverJudge reveal -
  Death - death;                       PreHpRecover - recover.amount;          HpRecover recover recover.at - num
  CardEffecting effect use.after to card;  CardEffectCancelledOut cancelled - to card
  EventPhaseSkipped phase_skipped - - phase;   PreHpLost lose_hp - - num ]], says)

-- turns and phases
function after.PreTurnStart(player, data) memory.skipping = not player.faceup and not data.turn_end and player end
function after.TurnedOver(player)
  if memory.skipping == player then emit("turn_skipped", player) end
  memory.skipping = nil
end
function after.TurnEnd(player) emit("turn_over", player) end
function before.EventPhaseChanging(player, data)
  if memory.phase ~= data then timing(kit.gap(names.phases[data.phase]), player) end
  memory.phase = data
end
before.EventPhaseSkipping = before.EventPhaseChanging -- the one or the other comes first, or alone

-- using cards and skills
function after.TargetConfirming(player, data)
  local tos = data.use.tos
  if not data.cancelled then return end
  emit("redirect", player, { card = names.zh(data.card.name), targets = names.of { tos[#tos] } })
end
function before.PreCardEffect(_, data) timing(data.to and "use.validity", data.to) end
function after.PreCardEffect(_, data)
  local nullified = data.nullified or data.isNullified and data:isNullified()
  if nullified then emit("invalid", data.to, says.card(data)) else timing("use.before", data.to or data.from) end
end
function before.SkillEffect(player, data)
  local label = names.skill(data.skill.name)
  if not player or data.skill.cardSkill or data.skill.is_delay_effect then return end
  if not names.skills[label] and not names.cards[label] then return end
  emit("skill", player, { skill = label, targets = names.of(data.skill_data and data.skill_data.tos) })
end

-- moves
-- Why cards move: the contract's word; FreeKill's reason and where they go, if it takes these. The first that fits.
local REASONS = kit.rows [[
  draw ReasonDraw -;               discard ReasonDiscard -;              equip - PlayerEquip;   place - PlayerJudge
  give ReasonGive PlayerHand;      exchange ReasonExchange PlayerHand;   gain - PlayerHand
  play ReasonResponse Processing;  judge ReasonJudge Processing;         use - Processing;      settle - - ]]
local function why(move)
  return kit.find(REASONS, function(row)
    local _, reason, area = table.unpack(row)
    return (not reason or fk[reason] == move.moveReason) and (not area or Card[area] == move.toArea)
  end)[1]
end

function before.AfterCardsMove(player, moves)
  for _, move in ipairs(moves) do
    local legs, to, word = {}, names.zone(move.toArea, move.to), why(move)
    -- A card that is played by a skill takes the place of a judgement card.
    if word == "play" and (move.skillName or "") ~= "" then word = "replace" end
    for _, info in ipairs(move.moveInfo) do
      local id, from = info.cardId, names.zone(info.fromArea, move.from)
      if move.skillName == "phase_judge" then
        memory.carried[id] = from -- a delayed trick that is settled is in processing only on its way
      else
        if info.fromArea == Card.Processing then from, memory.carried[id] = memory.carried[id] or from, nil end
        table.insert(legs, { card = names.deck.labels[id], origin = from, destination = to, reason = word })
        local card = names.zh(Fk:getCardById(id, true).name)
        if word == "replace" then emit("play", move.from, { card = card, cards = names.deck:names { id } }) end
      end
    end
    for _, event in ipairs(kit.moves(legs)) do events.out(event) end
  end
  timing("move.after", player)
end
function after.BeforeCardsMove() timing "move.at" end

-- damage, hp, dying
for _, name in ipairs(kit.words [[PreDamage DamageCaused DetermineDamageCaused
  DamageInflicted DetermineDamageInflicted]]) do
  after[name] = function(_, data)
    if data.prevented or data.damage < 1 then return emit("prevented", data.to) end
    if name ~= "DetermineDamageInflicted" then return end
    local source, element = data.from and data.from.caipan, kit.inverse(names.elements)[data.damageType]
    emit("damage", data.to, { source = source, amount = data.damage, element = element })
  end
end
function before.BeforeHpChanged(player, data) timing(data.num < 0 and "damage.deducting", player) end
function before.HpChanged(player, data)
  if data.num < 0 then emit("deduct", player, { amount = -data.num }) end
  timing(data.reason == "damage" and "damage.deducted", player)
end
function before.AskForPeaches(_, data)
  timing(memory.dying ~= data and "dying.while", data.who) -- FreeKill opens it anew for each responder
  memory.dying = data
end
function before.AfterDying(player)
  if player.hp > 0 and not player.dead then emit("saved", player) end
end
function before.ChainStateChanged(player) emit(player.chained and "chained" or "unchained", player) end

--- Forget the last game. ``carried``: a delayed trick on its way through processing -> the zone that it came from.
function events.reset() memory = { carried = {} } end

return events
