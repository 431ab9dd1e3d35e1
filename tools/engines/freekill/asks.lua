-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill's requests as asks of the contract, and the answers as FreeKill's replies.
--
-- The server trusts its clients: what may be done is judged by the handlers that move a client's buttons
-- (room.request_handlers), clicked here as a player would. What they do not light up is rejected.

local kit = require "caipan"
local names = require("scenes").names

local asks = {}

--- Put an ask and wait for its answer, until ``check(choice)`` finds nothing wrong with it.
--- @param check fun(choice): any, string?  the reply in FreeKill's terms, or nil and why not
--- @return any  the reply, or nil if it was declined
local put

--- What the ask is about: the innermost skill or card that is taking effect.
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

--- A client's handler for the request, as it stands before the first click.
local function handler(player, request)
  local data = request.data[player.id]
  Self = player
  if request.command == "AskForUseActiveSkill" then Fk.skills[data[1]]._extra_data = data[4] or {} end
  local made = player.room.request_handlers[request.command]:new(player, data)
  made:setup()
  return made
end

local function items(h, kind) return h.scene:getAllItems(kind) end

--- Click cards, then players. Returns why one of them does not light up, or that the button OK does not.
local function click(h, ids, targets)
  for _, id in ipairs(ids) do
    if not items(h, "CardItem")[id] then return names.label(id) .. " is not at hand" end
    if not h:cardValidity(id) then return names.label(id) .. " cannot be chosen" end
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

--- A card that picks its targets itself is not clicked on any: they may be named, but all of them.
local function fixed(h, card, targets)
  local extra = h.extra_data or {}
  if #targets == 0 or not card then return targets end
  local known = extra.fix_targets and table.map(extra.fix_targets, Util.Id2PlayerMapper)
    or card:getFixedTargets(h.player, extra) and card:getAvailableTargets(h.player, extra)
  if not known then return targets end
  return #known == #targets and table.every(known, function(p) return table.contains(targets, p) end) and {} or targets
end

local function ids_of(labels)
  local ids = {}
  for i, label in ipairs(labels or {}) do
    ids[i] = names.ids[label]
    if not ids[i] then return nil, label .. " is no card at this table" end
  end
  return ids
end

local function players_of(room, wanted)
  local found = {}
  for i, name in ipairs(wanted or {}) do
    found[i] = table.find(room.players, function(p) return p.caipan == name end)
    if not found[i] then return nil, name .. " is nobody at this table" end
  end
  return found
end

--- Cards and targets of a choice. Returns nil and why, if one of them does not exist.
local function parts(room, choice)
  local ids, why = ids_of(choice.cards)
  local targets, why_not = players_of(room, choice.targets)
  if not ids or not targets then return nil, nil, why or why_not end
  return ids, targets
end

local function id_list(players)
  return table.map(players, Util.IdMapper)
end

local function kind_matches(card, wanted)
  local name = names.zh(card.name)
  return name == wanted or (wanted == "杀" and card.trueName == "slash" and name == "普通杀")
end

--- The buttons of skills that make a card of other cards, as far as they light up.
local function conversions(h)
  local found = {}
  for name in pairs(items(h, "SkillButton")) do
    local skill = Fk.skills[name]
    if skill:isInstanceOf(ViewAsSkill) and h:skillButtonValidity(name) then found[#found + 1] = name end
  end
  table.sort(found)
  return found
end

--- A use or a response as FreeKill's reply: the card itself, or a skill that makes it of these cards.
local function use(player, request, choice)
  local ids, targets, why = parts(player.room, choice)
  if not ids then return nil, why end
  local real = #ids == 1 and Fk:getCardById(ids[1])
  if real and kind_matches(real, choice.use) and not choice.skill then
    local h = handler(player, request)
    local clicked = fixed(h, real, targets)
    why = click(h, ids, clicked)
    if not why then return { card = ids[1], targets = id_list(clicked) } end
    return nil, why
  end
  why = nil
  for _, name in ipairs(conversions(handler(player, request))) do
    if not choice.skill or names.skill(name) == choice.skill then
      local h = handler(player, request)
      h:update("SkillButton", name, "click", { selected = true })
      local card = Fk.skills[name]:viewAs(player, ids)
      if card and (not choice.use or kind_matches(card, choice.use)) then
        local clicked = fixed(h, card, targets)
        why = click(h, ids, clicked)
        if not why then return { card = { skill = name, subcards = ids }, targets = id_list(clicked) } end
      end
    end
  end
  return nil, why or ("no skill makes a " .. tostring(choice.use) .. " of these cards")
end

--- An active skill of the play phase, or the one that a request is about.
local function invoke(player, request, name, choice)
  local ids, targets, why = parts(player.room, choice)
  if not ids then return nil, why end
  local h = handler(player, request)
  if request.command == "PlayCard" then
    if not h:skillButtonValidity(name) then return nil, names.skill(name) .. " cannot be invoked now" end
    h:update("SkillButton", name, "click", { selected = true })
  end
  why = click(h, ids, targets)
  if why then return nil, why end
  return { card = { skill = name, subcards = ids }, targets = id_list(targets) }
end

--- The cards that light up, beside those already clicked.
local function lit(h)
  local found = {}
  for id, item in pairs(items(h, "CardItem")) do
    if not item.selected and h:cardValidity(id) then found[#found + 1] = id end
  end
  table.sort(found)
  return found
end

--- Whether the player has anything to answer with: who has not is not asked, for he could only decline.
local function can_answer(player, request)
  if #lit(handler(player, request)) > 0 then return true end
  for _, name in ipairs(conversions(handler(player, request))) do
    local h = handler(player, request)
    h:update("SkillButton", name, "click", { selected = true })
    if #lit(h) > 0 then return true end
  end
  return false
end

--- Skills that make the card of no card at all, such as 激将: each is asked about before the card itself.
local function makers(player, request)
  return table.filter(conversions(handler(player, request)), function(name)
    return Fk.skills[name]:viewAs(player, {}) ~= nil
  end)
end

local function by_label(labels, wanted)
  for name, label in pairs(labels) do
    if label == wanted then return name end
  end
end

--- The skill whose cost is being decided, if one is.
local function at_cost(room)
  local skill = room.current_cost_skill
  return skill and names.skill(skill.name)
end

local function ask_skill(player, label, required, check)
  return put(player, { kind = "skill", skills = { label }, reason = "skill", required = required or nil }, function(choice)
    if choice.skill ~= label then return nil, tostring(choice.skill) .. " is not what is asked" end
    return check(choice)
  end)
end

local function yes() return true end

local requests = {}

function requests.PlayCard(player, request)
  return put(player, { kind = "idle" }, function(choice)
    if choice.use then return use(player, request, choice) end
    for name in pairs(items(handler(player, request), "SkillButton")) do
      if names.skill(name) == choice.skill then
        if Fk.skills[name]:isInstanceOf(ViewAsSkill) then return use(player, request, choice) end
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
    for _, list in ipairs { matcher.trueName or {}, matcher.name or {} } do
      for _, name in ipairs(list) do
        if type(name) == "string" then table.insertIfNeed(found, names.zh(name)) end
      end
    end
  end
  return found
end

local function answer_with(kind)
  return function(player, request)
    local data = request.data[player.id]
    local extra = data[5] or {}
    local cost = at_cost(player.room)
    for _, name in ipairs(makers(player, request)) do
      local reply = ask_skill(player, names.skill(name), false, function(choice)
        return use(player, request, { skill = choice.skill, targets = choice.targets })
      end)
      if reply then return reply end
    end
    if not can_answer(player, request) then return nil end
    if cost and not ask_skill(player, cost, false, yes) then return nil end
    local about = extra.must_targets and extra.must_targets[1] or extra.effectTo
    local whom = about and player.room:getPlayerById(about)
    local fields = { kind = kind, names = called_for(data[2]), subject = whom and whom.caipan }
    fields.reason = extra.analepticRecover and "dying" or cost or reason(player.room)
    return put(player, fields, function(choice)
      local wanted = { use = choice.use, cards = choice.cards, targets = choice.targets, skill = choice.skill }
      if kind == "play" then wanted.targets = nil end
      -- The one whom it must be used on need not be named.
      if kind == "use" and extra.must_targets and not extra.fix_targets and #(wanted.targets or {}) == 0 then
        wanted.targets = kit.map(extra.must_targets, function(id) return player.room:getPlayerById(id).caipan end)
      end
      return use(player, request, wanted)
    end)
  end
end

requests.AskForUseCard = answer_with "use"
requests.AskForResponseCard = answer_with "play"

function requests.AskForSkillInvoke(player, request)
  local label = names.skill(request.data[player.id][1])
  return ask_skill(player, label, false, function() return "1" end)
end

--- Which of several skills goes first. The contract invokes the one that is chosen: the engine then asks again.
local function order(player, choices, pack)
  local labels, optional = {}, false
  for _, name in ipairs(choices) do
    labels[name] = names.skill(name)
    local skill = Fk.skills[name:match "^#skill_muti_trigger:::(.-):%d+$" or name]
    optional = optional or not skill:hasTag(Skill.Compulsory)
  end
  local fields = { kind = "skill", skills = kit.map(choices, function(n) return labels[n] end), reason = "skill" }
  fields.required = not optional or nil
  local chosen
  local name = put(player, fields, function(choice)
    chosen = choice
    local picked = by_label(labels, choice.skill)
    return picked, tostring(choice.skill) .. " is not offered"
  end)
  if name then
    asks.settled = { player = player, label = labels[name], choice = chosen }
  else
    -- All that may be declined is declined; the locked ones are carried out.
    asks.declined = { player = player, labels = labels }
    name = choices[1]
  end
  return pack and { name } or name
end

local function options(player, choices, cancelable, skill, pack)
  local labels = {}
  for _, name in ipairs(choices) do labels[name] = names.zh(name) end
  local fields = { kind = "option", options = kit.map(choices, function(n) return labels[n] end) }
  fields.required, fields.reason = not cancelable or nil, names.skill(skill or "rule")
  local name = put(player, fields, function(choice)
    return by_label(labels, choice.option), tostring(choice.option) .. " is not offered"
  end)
  return name and (pack and { name } or name)
end

function requests.AskForChoice(player, request) -- freekill-core
  local data = request.data[player.id]
  if data[3] == "trigger" then return order(player, data[1]) end
  return options(player, data[1], false, data[3])
end

function requests.AskForChoices(player, request)
  local data = request.data[player.id]
  if data[3][2] > 1 then error("a request of several choices at once (AskForChoices) is not known here", 0) end
  if data[5] == "trigger" then return order(player, data[1], true) end
  return options(player, data[1], data[4], data[5], true)
end

--- Cards of one's own. Where exactly so many are due, fewer may be given at a time.
local function ask_cards(player, request, fields, name, extra)
  local given = {}
  local least, most = extra.min_num or extra.min_c_num, extra.num or extra.max_c_num
  while #given < most do
    local h = handler(player, request)
    click(h, given, {})
    fields.cards = names.labelled(lit(h))
    fields.min, fields.max = math.max(1, least - #given), most - #given
    local more = put(player, fields, function(choice)
      local ids, _, why = parts(player.room, choice)
      if not ids or #ids == 0 then return nil, why or "no card is chosen" end
      local all = table.connect(given, ids)
      local again = handler(player, request)
      why = click(again, all, {})
      if why and not (fields.required and least == most and #all < least and not why:find "cannot") then return nil, why end
      return ids
    end)
    if not more then return nil end
    given = table.connect(given, more)
    if #given >= least then break end
  end
  return { card = { skill = name, subcards = given }, targets = {} }
end

function requests.AskForUseActiveSkill(player, request)
  local data = request.data[player.id]
  local name, cancelable, extra = data[1], data[3], data[4] or {}
  local cost = at_cost(player.room)
  if cancelable and #lit(handler(player, request)) < (extra.min_num or extra.min_c_num or 0) and not extra.targets then
    return nil -- it cannot be paid for
  end
  if cost then
    return ask_skill(player, cost, not cancelable, function(choice) return invoke(player, request, name, choice) end)
  end
  local why = extra.skillName == "phase_discard" and "rule" or extra.skillName and names.skill(extra.skillName)
  local fields = { reason = why or names.skill(name), required = not cancelable or nil }
  if name == "discard_skill" or name == "choose_cards_skill" then
    fields.kind = "cards"
    return ask_cards(player, request, fields, name, extra)
  elseif name == "choose_players_skill" then
    fields.kind, fields.min, fields.max = "targets", math.max(1, extra.min_num), extra.num
    fields.targets = names.of(table.map(extra.targets, Util.Id2PlayerMapper))
  elseif name == "ex__choose_skill" or name == "distribution_select_skill" then
    fields.kind, fields.min, fields.max = "give", extra.min_c_num or 1, extra.max_c_num or extra.max_num
    fields.targets = names.of(table.map(extra.targets, Util.Id2PlayerMapper))
    fields.cards = type(extra.expand_pile) == "table" and names.labelled(extra.expand_pile) or nil
  elseif Fk.skills[name].visible and names.skills[names.skill(name)] then
    fields.kind, fields.skills, fields.reason = "skill", { names.skill(name) }, "skill"
  else
    error("the request AskForUseActiveSkill for " .. name .. " is not known here", 0)
  end
  return put(player, fields, function(choice) return invoke(player, request, name, choice) end)
end

function requests.AskForCardChosen(player, request)
  local data, room = request.data[player.id], player.room
  local owner = type(data[1]) == "number" and room:getPlayerById(data[1]) or data[1]
  local flag = data[2]
  local visible, hand = {}, {}
  if type(flag) == "table" then
    for _, pile in ipairs(flag.card_data) do table.insertTable(visible, pile[2]) end
  else
    visible = owner:getCardIds((flag:gsub("h", "")))
    if flag:find "h" then hand = owner:getCardIds "h" end
    if owner == player then visible, hand = table.connect(visible, hand), {} end
  end
  -- Where only one thing can be picked there is nothing to decide.
  if #visible == 0 then return -1 end
  if #visible == 1 and #hand == 0 then return visible[1] end
  local fields = { kind = "pick", required = true, reason = reason(room), subject = owner.caipan }
  fields.cards = names.labelled(visible)
  return put(player, fields, function(choice)
    if choice.zone == "hand" then return #hand > 0 and -1 or nil, owner.caipan .. " has no hand card to pick" end
    local id = #(choice.cards or {}) == 1 and names.ids[choice.cards[1]]
    return kit.has(visible, id) and id or nil, "one of the cards that can be seen is to be picked, or a hand card"
  end)
end

function requests.AskForAG(player, request)
  local data = request.data[player.id]
  local fields = { kind = "cards", cards = names.labelled(data[1]), required = not data[2] or nil, reason = reason(player.room) }
  return put(player, fields, function(choice)
    local id = #(choice.cards or {}) == 1 and names.ids[choice.cards[1]]
    return kit.has(data[1], id) and id or nil, "one of the cards shown is to be chosen"
  end)
end

--- What ``player`` replies to a request; nil if he declines.
function asks.decide(player, request)
  local handle = requests[request.command]
  if not handle then error("the request " .. request.command .. " is not known here", 0) end
  return handle(player, request)
end

--- Whether the answer to this skill ask was given already, when several were asked about together.
local function settled(player, fields, check)
  local before, declined = asks.settled, asks.declined
  asks.settled = nil
  local label = fields.kind == "skill" and #fields.skills == 1 and fields.skills[1]
  if before and before.player == player and before.label == label then
    local reply = check(before.choice)
    if reply ~= nil then return true, reply end
  end
  if declined and declined.player == player and not fields.required then
    if label and by_label(declined.labels, label) then return true, nil end
    local all = fields.kind == "skill" and table.every(fields.skills, function(l) return by_label(declined.labels, l) end)
    if all then return true, nil end
  end
  asks.declined = nil
  return false
end

function put(player, fields, check)
  local done, reply = settled(player, fields, check)
  if done then return reply end
  while true do
    local choice = asks.wait(player, fields)
    if choice == nil then
      if not fields.required then return nil end
      asks.reject "this must be decided"
    else
      local why
      reply, why = check(choice)
      if reply ~= nil then return reply end
      asks.reject(why or "not legal")
    end
  end
end

--- Forget what a game left behind.
function asks.reset() asks.settled, asks.declined = nil, nil end

return asks
