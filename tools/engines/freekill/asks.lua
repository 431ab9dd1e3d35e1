-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill's requests as asks of the contract, and the answers as FreeKill's replies.
--
-- The server trusts its clients: what may be done is judged by the handlers that move a client's buttons
-- (room.request_handlers), clicked here as a player would. What they do not light up is rejected.

local kit = require "caipan"
local names = require("scenes").names

local asks = { dialogue = nil } -- the dialogue of the present game
local requests = {}

--- What a request is about: the innermost card or skill that is taking effect.
local function reason(room)
  local event = room.logic:getCurrentEvent()
  while event do
    local data = event.data
    if event.event == GameEvent.CardEffect then return names.zh(data.card.name) end
    if event.event == GameEvent.SkillEffect and not data.skill.cardSkill then return names.skill(data.skill.name) end
    event = event.parent
  end
  return "rule"
end

--- The skill whose cost is being decided, if one is.
local function at_cost(room)
  local skill = room.current_cost_skill
  return skill and names.skill(skill.name)
end

--- A client's handler for the request; with the button of ``skill`` clicked, if one is named.
local function handler(player, request, skill)
  local data = request.data[player.id]
  Self = player
  if request.command == "AskForUseActiveSkill" then Fk.skills[data[1]]._extra_data = data[4] or {} end
  local h = player.room.request_handlers[request.command]:new(player, data)
  h:setup()
  if skill then h:update("SkillButton", skill, "click", { selected = true }) end
  return h
end

local function items(h, kind) return h.scene:getAllItems(kind) end

--- The cards that light up, beside those already clicked.
local function lit(h)
  return table.filter(kit.keys(items(h, "CardItem")), function(id)
    return not items(h, "CardItem")[id].selected and h:cardValidity(id)
  end)
end

--- Click cards, then players. Returns why one of them does not light up, or that the button OK does not.
local function click(h, ids, targets)
  for _, id in ipairs(ids) do
    if not items(h, "CardItem")[id] or not h:cardValidity(id) then
      return names.deck.labels[id] .. " cannot be chosen"
    end
    h:update("CardItem", id, "click", { selected = true })
  end
  for _, player in ipairs(targets) do
    if not items(h, "Photo")[player.id] or not h:targetValidity(player.id) then
      return player.caipan .. " cannot be a target"
    end
    h:update("Photo", player.id, "click", { selected = true })
  end
  return not h:feasible() and "these cards and targets do not make it" or nil
end

--- Click, and make the reply of it. A card that has its targets of itself is clicked on none; they may all be named.
local function reply(h, card, ids, targets, using)
  local extra = h.extra_data or {}
  local own = using and #targets > 0 and (extra.fix_targets and table.map(extra.fix_targets, Util.Id2PlayerMapper)
    or using:getFixedTargets(h.player, extra) and using:getAvailableTargets(h.player, extra))
  if own and #own == #targets and table.every(own, function(p) return kit.has(targets, p) end) then targets = {} end
  local why = click(h, ids, targets)
  if why then return nil, why end
  return { card = card, targets = table.map(targets, Util.IdMapper) }
end

--- The skills with a button that make a card of other cards, as far as the buttons light up.
local function conversions(player, request)
  local h = handler(player, request)
  return table.filter(kit.keys(items(h, "SkillButton")), function(name)
    return Fk.skills[name]:isInstanceOf(ViewAsSkill) and h:skillButtonValidity(name)
  end)
end

local function parts(room, choice)
  local ids, why = names.deck:all(choice.cards)
  local targets, whom = kit.players(room.players, "caipan", choice.targets)
  return ids and targets and ids, targets, why or whom
end

--- A use or a response: the card itself, or a skill that makes it of these cards.
local function use(player, request, choice)
  local ids, targets, why = parts(player.room, choice)
  if not ids then return nil, why end
  local real = #ids == 1 and Fk:getCardById(ids[1])
  if real and names.zh(real.name) == choice.use and not choice.skill then
    return reply(handler(player, request), ids[1], ids, targets, real)
  end
  for _, name in ipairs(conversions(player, request)) do
    local made = Fk.skills[name]:viewAs(player, ids)
    if made and (choice.skill or names.skill(name)) == names.skill(name)
      and (choice.use or names.zh(made.name)) == names.zh(made.name) then
      local done
      done, why = reply(handler(player, request, name), { skill = name, subcards = ids }, ids, targets, made)
      if done then return done end
    end
  end
  return nil, why or ("nothing makes a " .. tostring(choice.use) .. " of these cards")
end

--- An active skill: one with a button, or the one that the request is about.
local function invoke(player, request, name, choice)
  local ids, targets, why = parts(player.room, choice)
  if not ids then return nil, why end
  local button = request.command == "PlayCard"
  if button and not handler(player, request):skillButtonValidity(name) then
    return nil, names.skill(name) .. " cannot be invoked now"
  end
  return reply(handler(player, request, button and name), { skill = name, subcards = ids }, ids, targets)
end

function requests.PlayCard(player, request)
  return asks.dialogue:ask(player.caipan, { kind = "idle" }, function(choice)
    if choice.use then return use(player, request, choice) end
    for name in pairs(items(handler(player, request), "SkillButton")) do
      if names.skill(name) == choice.skill then
        local act = Fk.skills[name]:isInstanceOf(ViewAsSkill) and use(player, request, choice)
        if act then return act end
        return invoke(player, request, name, choice)
      end
    end
    return nil, player.caipan .. " has no " .. tostring(choice.skill) .. " to invoke"
  end)
end

--- The Chinese names of the cards that a pattern calls for.
local function called_for(pattern)
  local found = {}
  for _, matcher in ipairs(Exppattern:Parse(pattern).matchers) do
    for _, name in ipairs(table.connect(matcher.trueName or {}, matcher.name or {})) do
      table.insertIfNeed(found, names.zh(name))
    end
  end
  return found
end

--- Using or playing a card in response. Skills that make it of no card at all, such as 激将, are asked about first;
--- a player with nothing that he could answer with is not asked.
local function answer_with(kind)
  return function(player, request)
    local data, room = request.data[player.id], player.room
    local extra, cost = data[5] or {}, at_cost(room)
    local able = #lit(handler(player, request)) > 0
    for _, name in ipairs(conversions(player, request)) do
      if Fk.skills[name]:viewAs(player, {}) then
        local made = asks.dialogue:invoke(player.caipan, names.skill(name), false, function(choice)
          return use(player, request, { skill = choice.skill, targets = choice.targets })
        end)
        if made then return made end
      else
        able = able or #lit(handler(player, request, name)) > 0
      end
    end
    if not able then return nil end
    if cost and not asks.dialogue:invoke(player.caipan, cost, false, function() return true end) then return nil end
    local about = extra.must_targets and extra.must_targets[1] or extra.effectTo
    local fields = { kind = kind, names = called_for(data[2]), subject = about and room:getPlayerById(about).caipan }
    fields.reason = extra.analepticRecover and "dying" or cost or reason(room)
    return asks.dialogue:ask(player.caipan, fields, function(choice)
      local targets = kind == "use" and choice.targets or nil
      -- The one whom it must be used on need not be named.
      if kind == "use" and extra.must_targets and not extra.fix_targets and not (targets and targets[1]) then
        targets = names.of(table.map(extra.must_targets, Util.Id2PlayerMapper))
      end
      return use(player, request, { use = choice.use, cards = choice.cards, targets = targets, skill = choice.skill })
    end)
  end
end
requests.AskForUseCard, requests.AskForResponseCard = answer_with "use", answer_with "play"

function requests.AskForSkillInvoke(player, request)
  local label = names.skill(request.data[player.id][1])
  return asks.dialogue:invoke(player.caipan, label, false, function() return "1" end)
end

--- One of several options; where skills go by turns, which goes first. What may be declined of them is then declined
--- by the dialogue when the engine asks about it, and what may not be is carried out.
local function choose(player, choices, cancelable, about)
  local plain = kit.map(choices, function(name) return name:match "^#skill_muti_trigger:::(.-):%d+$" or name end)
  local labels = kit.map(plain, names.skill)
  if about ~= "trigger" then
    local place = asks.dialogue:option(player.caipan, labels, not cancelable, names.skill(about or "rule"))
    return place and choices[place]
  end
  local locked = table.every(plain, function(name) return Fk.skills[name]:hasTag(Skill.Compulsory) end)
  local first = asks.dialogue:first(player.caipan, labels, locked)
  local _, place = kit.find(labels, function(label) return label == first end)
  return choices[place or 1]
end

function requests.AskForChoice(player, request) -- freekill-core
  local data = request.data[player.id]
  return choose(player, data[1], false, data[3])
end

function requests.AskForChoices(player, request)
  local data = request.data[player.id]
  if data[3][2] > 1 then error("the request AskForChoices for several choices is not known here", 0) end
  local chosen = choose(player, data[1], data[4] and data[5] ~= "trigger", data[5])
  return chosen and { chosen }
end

--- Cards of one's own. Where exactly so many must be given, fewer may be given at a time.
local function cards(player, request, fields, name, extra)
  local given, least, most = {}, extra.min_num, extra.num
  repeat
    local h = handler(player, request)
    click(h, given, {})
    fields.kind, fields.cards = "cards", names.deck:names(lit(h))
    fields.min, fields.max = math.max(1, least - #given), most - #given
    local more = asks.dialogue:ask(player.caipan, fields, function(choice)
      local ids, _, why = parts(player.room, choice)
      if not ids or #ids == 0 then return nil, why or "no card is chosen" end
      local all = table.connect(given, ids)
      why = click(handler(player, request), all, {})
      local partly = fields.required and #all < least and #table.filter(ids, function(id) return kit.has(lit(h), id) end) == #ids
      return (partly or not why) and ids or nil, why
    end)
    if not more then return nil end
    given = table.connect(given, more)
  until #given >= least
  return { card = { skill = name, subcards = given }, targets = {} }
end

function requests.AskForUseActiveSkill(player, request)
  local data = request.data[player.id]
  local name, required, extra = data[1], not data[3], data[4] or {}
  local cost = at_cost(player.room)
  local function check(choice) return invoke(player, request, name, choice) end
  if not required and #lit(handler(player, request)) < (extra.min_c_num or extra.min_num or 0) and name ~= "choose_players_skill" then
    return nil -- it cannot be paid for
  end
  if cost then return asks.dialogue:invoke(player.caipan, cost, required, check) end
  local about = extra.skillName == "phase_discard" and "rule" or names.skill(extra.skillName or name)
  local fields = { required = required or nil, reason = about }
  if name == "discard_skill" or name == "choose_cards_skill" then return cards(player, request, fields, name, extra) end
  if name == "choose_players_skill" then
    fields.kind, fields.min, fields.max = "targets", math.max(1, extra.min_num), extra.num
  elseif name == "ex__choose_skill" or name == "distribution_select_skill" then
    fields.kind, fields.min, fields.max = "give", extra.min_c_num or 1, extra.max_c_num or extra.max_num
    fields.cards = names.deck:names(lit(handler(player, request)))
  else
    error("the request AskForUseActiveSkill for " .. name .. " is not known here", 0)
  end
  fields.targets = names.of(table.map(extra.targets, Util.Id2PlayerMapper))
  return asks.dialogue:ask(player.caipan, fields, check)
end

function requests.AskForCardChosen(player, request)
  local data, room = request.data[player.id], player.room
  local owner = type(data[1]) == "number" and room:getPlayerById(data[1]) or data[1]
  local flag, visible = data[2], {}
  local blind = type(flag) == "string" and owner ~= player and flag:find "h" and not owner:isKongcheng()
  if type(flag) == "table" then
    for _, pile in ipairs(flag.card_data) do table.insertTable(visible, pile[2]) end
  else
    visible = owner:getCardIds(owner == player and flag or (flag:gsub("h", "")))
  end
  local picked = asks.dialogue:pick(player.caipan, owner.caipan, names.deck:names(visible), blind and true, reason(room))
  return picked == true and -1 or names.deck.ids[picked]
end

function requests.AskForAG(player, request)
  local data = request.data[player.id]
  local fields = { kind = "cards", cards = names.deck:names(data[1]), required = not data[2] or nil, reason = reason(player.room) }
  return asks.dialogue:ask(player.caipan, fields, function(choice)
    local label = choice.cards and choice.cards[1]
    return kit.has(fields.cards, label) and names.deck.ids[label] or nil, "one of the cards shown is to be chosen"
  end)
end

--- What ``player`` replies to a request; nil if he declines.
function asks.decide(player, request)
  if request.command == "EmptyRequest" then return nil end -- an animation
  local handle = requests[request.command] or error("the request " .. request.command .. " is not known here", 0)
  return handle(player, request)
end

return asks
