-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill's requests as asks of the contract, and the answers as FreeKill's replies.
-- The server trusts its clients: what may be done is judged by the handlers that move a client's buttons
-- (room.request_handlers), clicked here as a player would. What they do not light up is rejected.
local kit, names = require "caipan", require("scenes").names
local asks, requests = { dialogue = nil }, {} -- the dialogue is that of the present game

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

--- A client's handler for the request; with the button of ``skill`` clicked, if one is named.
local function handler(player, request, skill)
  local data = request.data[player.id]
  Self = player
  if request.command == "AskForUseActiveSkill" then Fk.skills[data[1]]._extra_data = data[4] or {} end
  local h = player.room.request_handlers[request.command]:new(player, data)
  h:setup()
  if skill then h:update("SkillButton", skill, "click", { selected = true }) end
  return h, h.scene:getAllItems "CardItem", h.scene:getAllItems "SkillButton"
end

--- Click cards, then players. Returns why one of them does not light up, or that the button OK does not.
local function click(h, ids, targets)
  local items = { CardItem = h.scene:getAllItems "CardItem", Photo = h.scene:getAllItems "Photo" }
  for _, id in ipairs(ids) do
    if not items.CardItem[id] or not h:cardValidity(id) then return names.deck.labels[id] .. " cannot be chosen" end
    h:update("CardItem", id, "click", { selected = true })
  end
  for _, player in ipairs(targets) do
    if not items.Photo[player.id] or not h:targetValidity(player.id) then return player.caipan .. " cannot be a target" end
    h:update("Photo", player.id, "click", { selected = true })
  end
  return not h:feasible() and "these cards and targets do not make it" or nil
end

--- The cards that light up once ``given`` are clicked.
local function lit(player, request, skill, given)
  local h, cards = handler(player, request, skill)
  click(h, given or {}, {})
  return table.filter(kit.keys(cards), function(id) return not cards[id].selected and h:cardValidity(id) end)
end

--- The skills that make a card of other cards, as far as their buttons light up.
local function conversions(player, request)
  local h, _, buttons = handler(player, request)
  return table.filter(kit.keys(buttons), function(name)
    return Fk.skills[name]:isInstanceOf(ViewAsSkill) and h:skillButtonValidity(name)
  end)
end

--- The reply of a choice that uses ``skill``, or plainly the card ``using``. Returns nil, and why, if it is not legal.
local function reply(player, request, choice, skill, using)
  local ids, why = names.deck:all(choice.cards)
  local targets, whom = kit.players(player.room.players, "caipan", choice.targets)
  if not ids or not targets then return nil, why or whom end
  local button = skill and request.command ~= "AskForUseActiveSkill"
  if button and not handler(player, request):skillButtonValidity(skill) then
    return nil, names.skill(skill) .. " cannot be invoked now"
  end
  local h = handler(player, request, button and skill)
  -- A card that has its targets of itself is clicked on none; they may all be named.
  local extra = h.extra_data or {}
  local own = using and #targets > 0 and (extra.fix_targets and table.map(extra.fix_targets, Util.Id2PlayerMapper)
    or using:getFixedTargets(player, extra) and using:getAvailableTargets(player, extra))
  if own and #own == #targets and table.every(own, function(p) return kit.has(targets, p) end) then targets = {} end
  why = click(h, ids, targets)
  if why then return nil, why end
  return { card = skill and { skill = skill, subcards = ids } or ids[1], targets = table.map(targets, Util.IdMapper) }
end

--- A use or a response: the card itself, or a skill that makes it of these cards.
local function use(player, request, choice)
  local ids, why = names.deck:all(choice.cards)
  local real = ids and #ids == 1 and Fk:getCardById(ids[1])
  if not ids then return nil, why end
  if real and names.zh(real.name) == choice.use and not choice.skill then return reply(player, request, choice, nil, real) end
  for _, name in ipairs(conversions(player, request)) do
    local made = Fk.skills[name]:viewAs(player, ids)
    if made and (choice.skill or names.skill(name)) == names.skill(name)
      and (choice.use or names.zh(made.name)) == names.zh(made.name) then
      local done
      done, why = reply(player, request, choice, name, made)
      if done then return done end
    end
  end
  return nil, why or ("nothing makes a " .. tostring(choice.use or choice.skill) .. " of these cards")
end

function requests.PlayCard(player, request)
  return asks.dialogue:ask(player.caipan, { kind = "idle" }, function(choice)
    local _, _, buttons = handler(player, request)
    local skill = kit.find(kit.keys(buttons), function(name) return names.skill(name) == choice.skill end)
    if choice.use or skill and Fk.skills[skill]:isInstanceOf(ViewAsSkill) then return use(player, request, choice) end
    if not skill then return nil, player.caipan .. " has no " .. tostring(choice.skill) .. " to invoke" end
    return reply(player, request, choice, skill)
  end)
end

--- The skill whose cost is being decided, if one is.
local function at_cost(room) return room.current_cost_skill and names.skill(room.current_cost_skill.name) end

--- Using or playing a card in response. Skills that make it of no card at all, such as 激将, are asked about first;
--- a player with nothing that he could answer with is not asked.
local function answer_with(kind)
  return function(player, request)
    local data, room, called_for = request.data[player.id], player.room, {}
    local extra, cost, able = data[5] or {}, at_cost(room), #lit(player, request) > 0
    for _, name in ipairs(conversions(player, request)) do
      local made = Fk.skills[name]:viewAs(player, {})
      made = made and asks.dialogue:invoke(player.caipan, names.skill(name), false, function(choice)
        return use(player, request, { skill = choice.skill, targets = choice.targets })
      end)
      if made then return made end
      able = able or #lit(player, request, name) > 0
    end
    if not able or cost and not asks.dialogue:invoke(player.caipan, cost, false, function() return true end) then return nil end
    for _, matcher in ipairs(Exppattern:Parse(data[2]).matchers) do
      table.insertTableIfNeed(called_for, kit.map(table.connect(matcher.trueName or {}, matcher.name or {}), names.zh))
    end
    local about = extra.must_targets and extra.must_targets[1] or extra.effectTo
    local fields = { kind = kind, names = called_for, subject = about and room:getPlayerById(about).caipan }
    fields.reason = extra.analepticRecover and "dying" or cost or reason(room)
    fields.required = data[4] == false or nil
    return asks.dialogue:ask(player.caipan, fields, function(choice)
      local targets = kind == "use" and choice.targets or {}
      -- The one whom it must be used on need not be named.
      if #targets == 0 and extra.must_targets and not extra.fix_targets then
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

--- One of several options; where skills go by turns, which goes first. What is declined of them is then declined
--- when the engine asks about it, and what may not be declined is carried out.
local function choose(player, choices, cancelable, about)
  local plain = kit.map(choices, function(name) return name:match "^#skill_muti_trigger:::(.-):%d+$" or name end)
  local labels, place = kit.map(plain, names.skill), nil
  if about ~= "trigger" then
    place = asks.dialogue:option(player.caipan, labels, not cancelable, names.skill(about or "rule"))
    return place and choices[place]
  end
  local locked = table.every(plain, function(name) return Fk.skills[name]:hasTag(Skill.Compulsory) end)
  local first = asks.dialogue:first(player.caipan, labels, locked)
  return choices[table.indexOf(labels, first or labels[1])]
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

function requests.AskForUseActiveSkill(player, request)
  local name, _, cancelable, extra = table.unpack(request.data[player.id])
  local cost, least, most = at_cost(player.room), extra.min_c_num or extra.min_num, extra.max_c_num or extra.num or extra.max_num
  local function check(choice) return reply(player, request, choice, name) end
  local players = name == "choose_players_skill"
  if cancelable and not players and #lit(player, request) < (least or 0) then return nil end -- it cannot be paid for
  if cost then return asks.dialogue:invoke(player.caipan, cost, not cancelable, check) end
  local fields = { required = not cancelable or nil, min = math.max(1, least or 1), max = most }
  fields.reason = extra.skillName == "phase_discard" and "rule" or names.skill(extra.skillName or name)
  if name == "discard_skill" or name == "choose_cards_skill" then
    local given = asks.dialogue:cards(player.caipan, fields, least, most,
      function(given) return lit(player, request, nil, given) end,
      function(all) return click(handler(player, request), all, {}) end)
    return given and { card = { skill = name, subcards = given }, targets = {} }
  elseif not players and name ~= "ex__choose_skill" and name ~= "distribution_select_skill" then
    error("the request AskForUseActiveSkill for " .. name .. " is not known here", 0)
  end
  fields.kind, fields.targets = players and "targets" or "give", names.of(table.map(extra.targets, Util.Id2PlayerMapper))
  fields.cards = not players and names.deck:names(lit(player, request)) or nil
  return asks.dialogue:ask(player.caipan, fields, check)
end

function requests.AskForCardChosen(player, request)
  local owner, flag = table.unpack(request.data[player.id])
  local room, visible = player.room, {}
  if type(owner) == "number" then owner = room:getPlayerById(owner) end
  if type(flag) == "table" then
    for _, pile in ipairs(flag.card_data) do table.insertTable(visible, pile[2]) end
  else
    visible = owner:getCardIds(owner == player and flag or (flag:gsub("h", "")))
  end
  local blind = type(flag) == "string" and owner ~= player and flag:find "h" and not owner:isKongcheng()
  local picked = asks.dialogue:pick(player.caipan, owner.caipan, visible, blind and true, reason(room))
  return picked == true and -1 or picked
end

function requests.AskForAG(player, request)
  local ids, cancelable = table.unpack(request.data[player.id])
  return asks.dialogue:shown(player.caipan, ids, not cancelable, reason(player.room))
end

--- What ``player`` replies to a request; nil if he declines.
function asks.decide(player, request)
  if request.command == "EmptyRequest" then return nil end -- an animation
  return (requests[request.command] or error("the request " .. request.command .. " is not known here", 0))(player, request)
end

return asks
