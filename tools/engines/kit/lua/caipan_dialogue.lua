-- SPDX-License-Identifier: MIT
-- Asking and waiting, for an engine whose game runs in a coroutine: ``ask`` there, ``closing`` outside.

local kit = require "caipan"

local Dialogue = {}
Dialogue.__index = Dialogue

--- The dialogue of an engine; each game begins it anew.
--- @param deck table: the cards, as of ``caipan.deck``: here they are the engine's ids
--- @param signal any: what the game's coroutine yields while it waits, if somebody looks at that
function Dialogue.new(deck, signal)
  return setmetatable({ deck = deck, signal = signal }, Dialogue):begin {}
end

--- Forget the last game.
--- @param players table: the engine's players, by their names in the scene
function Dialogue:begin(players)
  self.players, self.count = players, 0
  self.standing, self.refused, self.chosen, self.declined = nil, nil, nil, nil
  return self
end

local ACTS = { idle = true, use = true, play = true }

--- What is wrong with a choice in any engine, or nil. What it names is added to it in the engine's terms: its cards as
--- ``ids``, its targets as ``players``; both are lists, if only empty ones.
function Dialogue:wrong(choice)
  local why
  choice.ids, why = self.deck:all(choice.cards)
  choice.players = kit.map(choice.targets, function(name) return self.players[name] end)
  local stranger = kit.find(choice.targets, function(name) return not self.players[name] end)
  if stranger then return stranger .. " is nobody at this table" end
  local idle = ACTS[self.standing.kind] and not choice.use and not choice.skill
  return why or idle and "a card or a skill is to be named" or nil
end

--- In the game: put an ask and wait, until nothing is wrong with the answer, not for ``check`` either.
--- @param player string
--- @param fields table: the ask, without type, id and players
--- @param check fun(choice): any, string?  the decision in the engine's terms; or nil, and why it is not legal. The
---   cards and targets of the choice are there as ``choice.ids`` and ``choice.players``, the engine's own
--- @return any  the decision, or nil if it was declined
function Dialogue:ask(player, fields, check)
  local known, reply = self:known(player, fields, check)
  if known then return reply end
  self.count = self.count + 1
  fields.type, fields.id, fields.players, fields.required = "ask", self.count, { player }, fields.required or nil
  self.standing = fields
  while true do
    local choice, why = coroutine.yield(self.signal).choice, "this must be decided"
    if choice ~= nil then why = self:wrong(choice) end
    if choice ~= nil and not why then reply, why = check(choice) end
    if reply ~= nil or (choice == nil and not fields.required) then
      self.standing = nil
      return reply
    end
    self.refused = why or "this is not legal"
  end
end

--- In the game: which of several skills is invoked first. An engine that asks about it once more, by a ``skill`` ask
--- of its own, is answered from here; so is one that asks, one by one, about those that were all declined.
--- @return integer?  which one, or nil for none of them
function Dialogue:first(player, skills, required)
  local fields = { kind = "skill", skills = skills, required = required, reason = "skill" }
  local chosen
  local place = self:ask(player, fields, function(choice)
    chosen = choice
    local _, place = kit.find(skills, function(skill) return skill == choice.skill end)
    return place, tostring(choice.skill) .. " is not offered"
  end)
  self.chosen = place and { player = player, skill = skills[place], choice = chosen }
  self.declined = not place and { player = player, skills = skills } or nil
  return place
end

--- In the game: whether one skill is invoked.
--- @param check fun(choice): any, string?  what it costs and whom it targets; nil where it does neither
function Dialogue:invoke(player, skill, required, check)
  local fields = { kind = "skill", skills = { skill }, required = required, reason = "skill" }
  return self:ask(player, fields, function(choice)
    if choice.skill ~= skill then return nil, tostring(choice.skill) .. " is not what is asked" end
    if not check then return true end
    return check(choice)
  end)
end

--- In the game: one of several options.
--- @return integer?  which one, or nil for none
function Dialogue:option(player, options, required, reason)
  local fields = { kind = "option", options = options, required = required, reason = reason }
  return self:ask(player, fields, function(choice)
    local _, place = kit.find(options, function(option) return option == choice.option end)
    return place, tostring(choice.option) .. " is not offered"
  end)
end

--- In the game: one card of ``owner``'s. Where only one thing can be picked, nobody is asked.
--- @param visible table  the cards that can be named
--- @param blind boolean  whether there are hand cards to pick from blindly
--- @return any|true  the card that is named, or true for a blind one
function Dialogue:pick(player, owner, visible, blind, reason)
  if #visible == 0 then return true end
  if #visible == 1 and not blind then return visible[1] end
  local fields = { kind = "pick", required = true, cards = self.deck:names(visible), reason = reason, subject = owner }
  return self:ask(player, fields, function(choice)
    if choice.zone == "hand" then return blind or nil, owner .. " has no hand card to pick" end
    local card = choice.ids[1]
    return kit.has(visible, card) and card or nil, "a card that can be seen is to be picked, or a hand card"
  end)
end

--- In the game: one card of those that lie open.
function Dialogue:shown(player, cards, required, reason)
  local fields = { kind = "cards", cards = self.deck:names(cards), required = required, reason = reason }
  return self:ask(player, fields, function(choice)
    local card = choice.ids[1]
    return #choice.ids == 1 and kit.has(cards, card) and card or nil, "one of the cards shown is to be chosen"
  end)
end

--- In the game: cards of the player's own. Where exactly so many must be given, they may be given one by one.
--- @param fields table: the ask: required, reason, and so on
--- @param offer fun(given): table  the cards that may be chosen beside those given already
--- @param wrong fun(all): string?  why it cannot be these cards together
--- @return table?  the cards, or nil if it was declined
function Dialogue:cards(player, fields, least, most, offer, wrong)
  local given = {}
  repeat
    fields.kind, fields.cards = "cards", self.deck:names(offer(given))
    fields.min, fields.max = math.max(1, least - #given), most - #given
    local more = self:ask(player, fields, function(choice)
      local some = choice.cards or {}
      local stray = kit.find(some, function(card) return not kit.has(fields.cards, card) end)
      if #some == 0 or stray then return nil, (stray or "no card") .. " cannot be chosen" end
      local all = table.move(given, 1, #given, 1, {})
      table.move(choice.ids, 1, #some, #all + 1, all)
      local why = not (fields.required and #all < least) and wrong(all)
      return not why and all or nil, why
    end)
    if not more then return nil end
    given = more
  until #given >= least
  return given
end

--- Whether ``first`` has the answer to an ask already, and which.
function Dialogue:known(player, fields, check)
  local chosen, declined = self.chosen, self.declined
  self.chosen = nil
  if fields.kind == "skill" then
    if chosen and chosen.player == player and #fields.skills == 1 and fields.skills[1] == chosen.skill then
      local reply = check(chosen.choice)
      if reply ~= nil then return true, reply end
    end
    if declined and declined.player == player and not fields.required then
      local others = kit.find(fields.skills, function(skill) return not kit.has(declined.skills, skill) end)
      if not others then return true, nil end
    end
  end
  self.declined = nil
  return false
end

--- Outside: the answer to hand to the game's coroutine.
--- @raise an error if it answers no ask that stands
function Dialogue:take(message)
  if not self.standing or self.standing.id ~= message.id then
    error("there is no ask " .. tostring(message.id) .. " to answer", 0)
  end
  return { choice = message.choice }
end

--- Outside: the ask that stands, or that its answer was rejected; nil if the game waits for nothing.
function Dialogue:closing()
  local why = self.refused
  self.refused = nil
  return why and { type = "rejected", why = why } or self.standing
end

return Dialogue
