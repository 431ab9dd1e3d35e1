-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill's requests as asks of the contract, and the answers as FreeKill's replies.
-- The server trusts its clients: what may be done is judged by the handlers that move a client's buttons
-- (room.request_handlers), clicked here as a player would. What they do not light up is rejected.
local kit, names = require "caipan", require "names"
local talk, requests = require("caipan_dialogue").new(names.deck, "__handleRequest"), {}

--- What a request is about: the innermost card or skill that is taking effect, from this event outwards.
local function reason(event)
  if not event then return "rule" end
  local data = event.data
  if event.event == GameEvent.CardEffect then return names.zh(data.card.name) end
  if event.event == GameEvent.SkillEffect and not data.skill.cardSkill then return names.skill(data.skill.name) end
  return reason(event.parent)
end

-- What can be clicked: the method that says whether it lights up, and its name in the contract.
local ITEMS = {
  SkillButton = { valid = "skillButtonValidity", name = names.skill },
  CardItem = { valid = "cardValidity", name = function(id) return names.deck.labels[id] end },
  Photo = { valid = "targetValidity", name = function(id) return Util.Id2PlayerMapper(id).caipan end },
}

--- What lights up of a kind, beside what is clicked already.
local function lit(handler, kind)
  local items = handler.scene:getAllItems(kind)
  return table.filter(kit.keys(items), function(id)
    return not items[id].selected and handler[ITEMS[kind].valid](handler, id)
  end)
end

--- Click some of a kind, one after the other. Returns which of them does not light up, if one does not.
local function click(handler, kind, ids)
  for _, id in ipairs(ids) do
    if not kit.has(lit(handler, kind), id) then return ITEMS[kind].name(id) .. " cannot be chosen" end
    handler:update(kind, id, "click", { selected = true })
  end
end

--- A client's handler for the request; with the button of ``skill`` clicked, if one is named.
local function open(player, request, skill)
  local data = request.data[player.id]
  Self = player
  if request.command == "AskForUseActiveSkill" then Fk.skills[data[1]]._extra_data = data[4] or {} end
  local handler = player.room.request_handlers[request.command]:new(player, data)
  handler:setup()
  return handler, skill and click(handler, "SkillButton", { skill })
end

--- The reply of a choice that uses ``skill``, or plainly the card ``using``. Returns nil, and why, if it is not legal.
local function reply(player, request, choice, skill, using)
  local handler, why = open(player, request, request.command ~= "AskForUseActiveSkill" and skill)
  -- A card that has its targets of itself is clicked on none; they may all be named.
  local extra, targets = handler.extra_data or {}, choice.players
  local own = using and #targets > 0 and (extra.fix_targets and table.map(extra.fix_targets, Util.Id2PlayerMapper)
    or using:getFixedTargets(player, extra) and using:getAvailableTargets(player, extra))
  if own and #own == #targets and table.every(own, function(p) return kit.has(targets, p) end) then targets = {} end
  targets = table.map(targets, Util.IdMapper)
  why = why or click(handler, "CardItem", choice.ids) or click(handler, "Photo", targets)
    or not handler:feasible() and "these cards and targets do not make it"
  if why then return nil, why end
  return { card = skill and { skill = skill, subcards = choice.ids } or choice.ids[1], targets = targets }
end

--- The reply of a choice by its words: it uses a card as it is, or invokes a skill, which may make a card of cards.
local function act(player, request, choice)
  -- As what it is in the engine, where a skill may have it count as another card than its label says.
  local real = #choice.ids == 1 and not choice.skill and Fk:getCardById(choice.ids[1])
  if real and names.zh(real.name) == choice.use then return reply(player, request, choice, nil, real) end
  return kit.first_of(lit(open(player, request), "SkillButton"), function(skill)
    local label, made = names.skill(skill), nil
    if Fk.skills[skill]:isInstanceOf(ViewAsSkill) then made = Fk.skills[skill]:viewAs(player, choice.ids) end
    local name = made and names.zh(made.name)
    if (choice.skill or label) ~= label or (choice.use or name) ~= name then return nil end
    return reply(player, request, choice, skill, made)
  end, "nothing makes a " .. (choice.use or choice.skill) .. " of these cards now")
end

function requests.PlayCard(player, request)
  return talk:ask(player.caipan, { kind = "idle" }, function(choice) return act(player, request, choice) end)
end

--- The skill whose cost is being decided, if one is.
local function at_cost(room) return room.current_cost_skill and names.skill(room.current_cost_skill.name) end

--- Using or playing a card in response. Skills that make it of no card at all, such as 激将, are asked about first;
--- a player with nothing that he could answer with is not asked.
function requests.AskForUseCard(player, request)
  local _, pattern, _, cancelable, extra = table.unpack(request.data[player.id], 1, 5)
  local room, handler, called_for = player.room, open(player, request), {}
  local cost, able = at_cost(room), #lit(handler, "CardItem") > 0
  for _, skill in ipairs(lit(handler, "SkillButton")) do
    local made = Fk.skills[skill]:viewAs(player, {})
    local done = made and talk:invoke(player.caipan, names.skill(skill), false, function(choice)
      return reply(player, request, { ids = {}, players = choice.players }, skill, made)
    end)
    if done then return done end
    able = able or #lit(open(player, request, skill), "CardItem") > 0
  end
  if not able or cost and not talk:invoke(player.caipan, cost, false) then return nil end
  for _, matcher in ipairs(Exppattern:Parse(pattern).matchers) do
    table.insertTableIfNeed(called_for, kit.map(table.connect(matcher.trueName or {}, matcher.name or {}), names.zh))
  end
  extra = extra or {}
  local must = table.map(extra.must_targets or {}, Util.Id2PlayerMapper)
  local about = must[1] or extra.effectTo and room:getPlayerById(extra.effectTo)
  return talk:ask(player.caipan, {
    kind = request.command == "AskForUseCard" and "use" or "play", names = called_for, subject = about and about.caipan,
    reason = extra.analepticRecover and "dying" or cost or reason(room.logic:getCurrentEvent()),
    required = cancelable == false,
  }, function(choice)
    if request.command == "AskForResponseCard" then choice.players = {} end -- what is played has no targets
    -- The one whom it must be used on need not be named.
    if #choice.players == 0 and not extra.fix_targets then choice.players = must end
    return act(player, request, choice)
  end)
end
requests.AskForResponseCard = requests.AskForUseCard

function requests.AskForSkillInvoke(player, request)
  return talk:invoke(player.caipan, names.skill(request.data[player.id][1]), false)
end

--- One of several options; where skills go by turns, which goes first. What is declined of them is then declined
--- when the engine asks about it, and what may not be declined is carried out.
local function choose(player, choices, cancelable, about)
  local plain = kit.map(choices, function(name) return name:match "^#skill_muti_trigger:::(.-):%d+$" or name end)
  local labels = kit.map(plain, names.skill)
  if about ~= "trigger" then
    local place = talk:option(player.caipan, labels, not cancelable, names.skill(about or "rule"))
    return place and choices[place]
  end
  local locked = table.every(plain, function(name) return Fk.skills[name]:hasTag(Skill.Compulsory) end)
  return choices[talk:first(player.caipan, labels, locked) or 1]
end

function requests.AskForChoice(player, request) -- freekill-core
  return choose(player, request.data[player.id][1], false, request.data[player.id][3])
end

function requests.AskForChoices(player, request)
  local choices, _, limits, cancelable, about, _, _, single = table.unpack(request.data[player.id])
  if limits[2] > 1 then error("the request AskForChoices for several choices is not known here", 0) end
  -- A single choice says that it can be declined, but then the first option is taken.
  return { choose(player, choices, cancelable and (not single or kit.has(choices, "Cancel")), about) }
end

-- The skills by which FreeKill asks for cards, for players, or for both; and which kind of ask each is.
local KINDS = { discard_skill = "cards", choose_cards_skill = "cards", choose_players_skill = "targets" }
KINDS.ex__choose_skill, KINDS.distribution_select_skill = "give", "give"

function requests.AskForUseActiveSkill(player, request)
  local name, _, cancelable, extra = table.unpack(request.data[player.id])
  local least, most = extra.min_c_num or extra.min_num or 0, extra.max_c_num or extra.num or extra.max_num
  local kind, cost, cards = KINDS[name], at_cost(player.room), lit(open(player, request), "CardItem")
  local function check(choice) return reply(player, request, choice, name) end
  if cancelable and kind ~= "targets" and #cards < least then return nil end -- it cannot be paid for
  if cost then return talk:invoke(player.caipan, cost, not cancelable, check) end
  local fields = { kind = kind, required = not cancelable, min = math.max(1, least), max = most }
  fields.reason = extra.skillName == "phase_discard" and "rule" or names.skill(extra.skillName or name)
  if kind == "cards" then
    local given = talk:cards(player.caipan, fields, least, most, function(given)
      local handler = open(player, request)
      click(handler, "CardItem", given)
      return lit(handler, "CardItem")
    end, function(all) return select(2, check { ids = all, players = {} }) end)
    return given and { card = { skill = name, subcards = given }, targets = {} }
  elseif not kind then
    error("the request AskForUseActiveSkill for " .. name .. " is not known here", 0)
  end
  fields.targets = names.of(table.map(extra.targets, Util.Id2PlayerMapper))
  fields.cards = kind == "give" and names.deck:names(cards) or nil
  return talk:ask(player.caipan, fields, check)
end

function requests.AskForCardChosen(player, request)
  local owner, flag = table.unpack(request.data[player.id])
  local shown, room = type(flag) == "table", player.room -- either these piles are shown, or it says from which areas
  if type(owner) == "number" then owner = room:getPlayerById(owner) end
  local visible = shown and table.connect(table.unpack(kit.map(flag.card_data, function(pile) return pile[2] end)))
    or owner:getCardIds(owner == player and flag or (flag:gsub("h", "")))
  local blind = not shown and owner ~= player and flag:find "h" ~= nil and not owner:isKongcheng()
  local picked = talk:pick(player.caipan, owner.caipan, visible, blind, reason(room.logic:getCurrentEvent()))
  return picked == true and -1 or picked
end

function requests.AskForAG(player, request)
  local ids, cancelable = table.unpack(request.data[player.id])
  return talk:shown(player.caipan, ids, not cancelable, reason(player.room.logic:getCurrentEvent()))
end

function requests.EmptyRequest() end -- an animation

--- What ``player`` replies to a request; nil if he declines.
local function decide(player, request)
  local handler = requests[request.command] or error("the request " .. request.command .. " is not known here", 0)
  return handler(player, request)
end

return { dialogue = talk, decide = decide }
