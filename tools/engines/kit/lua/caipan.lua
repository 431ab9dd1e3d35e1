-- SPDX-License-Identifier: MIT
-- What every adapter in Lua needs: the loop, the messages, the names of cards. See README.md.

local kit = { json = require "caipan_json" }

--- The fields that each message of an engine may have (the contract refuses all others).
kit.fields = {
  hello = "protocol engine editions cards skills generals events timings enters injects queries rejects scene",
  ready = "",
  unsupported = "what why",
  event = "kind id parent player source targets card cards origin destination reason skill amount element phase timing",
  ask = "id players kind mode required names skills cards targets options min max reason subject",
  rejected = "why",
  state = "players draw_pile discard_pile processing current phase over winners",
  result = "value",
  done = "state",
  error = "message",
}

local allowed = {}
for name, fields in pairs(kit.fields) do
  allowed[name] = { type = true }
  for field in fields:gmatch "%S+" do allowed[name][field] = true end
end

--- A hello from what an engine has: lists may be texts of words, or tables whose keys are the names.
function kit.hello(has)
  for field, value in pairs(has) do
    if type(value) == "string" then has[field] = kit.words(value)
    elseif type(value) == "table" and field ~= "engine" and #value == 0 then has[field] = kit.keys(value) end
  end
  has.type, has.protocol = "hello", 1
  return has
end

--- Check one outgoing message: its type is known, and so is each of its fields.
--- @raise an error that names the field, before the harness refuses the line
function kit.check(message)
  local fields = allowed[message.type or ""]
  if not fields then error("no message is called " .. tostring(message.type), 0) end
  for field in pairs(message) do
    if not fields[field] then error(("a %s has no field %s"):format(message.type, tostring(field)), 0) end
  end
  return message
end

--- Serve the contract on stdin and stdout until stdin ends.
--- @param handlers table: for each message of the harness a function(message, emit) that calls emit(event) for each
---   event (with or without its type) and returns the message that closes the reply; or a function that loads the
---   engine and returns that table: it is called at the first message, and what it raises is the error that answers it
--- @param stdin file, stdout file: io.stdin and io.stdout, taken before an engine hides them
function kit.serve(handlers, stdin, stdout)
  stdout:setvbuf "full"
  local function send(message) stdout:write(kit.json.encode(kit.check(message)), "\n") end
  local function emit(event)
    event.type = event.type or "event"
    send(event)
  end
  for line in stdin:lines() do
    local ok, reply = xpcall(function()
      local message = kit.json.decode(line)
      if type(handlers) == "function" then handlers = handlers() end
      local handler = handlers[message.type]
      if not handler then error("the adapter knows no message " .. tostring(message.type), 0) end
      return kit.check(handler(message, emit))
    end, debug.traceback)
    send(ok and reply or { type = "error", message = tostring(reply) })
    stdout:flush()
  end
end

--- Nothing but the contract may go to stdout: print goes to stderr from here on.
function kit.silence(stderr)
  print = function(...)
    local words = table.pack(...)
    for i = 1, words.n do words[i] = tostring(words[i]) end
    stderr:write(table.concat(words, "\t"), "\n")
  end
end

kit.factions = { ["魏"] = "wei", ["蜀"] = "shu", ["吴"] = "wu", ["群"] = "qun", ["神"] = "god" }
kit.suits = { ["♠"] = "spade", ["♥"] = "heart", ["♣"] = "club", ["♦"] = "diamond" }
local ranks = { A = 1, J = 11, Q = 12, K = 13 }

--- Read a card's name: "杀♠7#2" -> "杀", "spade", 7, 2. Returns nil for what is no card.
function kit.card(label)
  local plain, copy = label:match "^(.-)#(%d+)$"
  for sign, suit in pairs(kit.suits) do
    local name, rank = (plain or label):match("^(.+)" .. sign .. "(%w+)$")
    local number = rank and (ranks[rank] or tonumber(rank))
    if number then return name, suit, number, tonumber(copy or 1) end
  end
end

--- Copy a list, each item through a function; what gives nil is left out.
function kit.map(list, change)
  local changed = {}
  for _, item in ipairs(list or {}) do changed[#changed + 1] = change(item) end
  return changed
end

--- The first item that a function says yes to, and its place.
function kit.find(list, wanted)
  for i, item in ipairs(list or {}) do
    if wanted(item) then return item, i end
  end
end

--- The first result of a function on the items of a list, one after the other; else nil, and why not.
--- @param try fun(item): any, string?  the result, or nil and why there is none
--- @param none string: why not, where no item said it
function kit.first_of(list, try, none)
  local found, why
  for _, item in ipairs(list) do
    local problem
    found, problem = try(item)
    if found ~= nil then return found end
    why = problem or why
  end
  return nil, why or none
end

--- Whether a list holds an item.
function kit.has(list, wanted)
  return kit.find(list, function(item) return item == wanted end) ~= nil
end

--- A list as a table whose keys are its items.
function kit.set(list)
  local set = {}
  for _, item in ipairs(list or {}) do set[item] = true end
  return set
end

--- The keys of a table, sorted.
function kit.keys(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

--- A table the other way round: by each value its key.
function kit.inverse(map)
  local inverse = {}
  for key, value in pairs(map) do inverse[value] = key end
  return inverse
end

--- The words of a text.
function kit.words(text)
  local words = {}
  for word in text:gmatch "%S+" do words[#words + 1] = word end
  return words
end

--- A list without some of its words, given as a text.
function kit.without(list, text)
  local out = kit.words(text)
  return kit.map(list, function(word) return not kit.has(out, word) and word or nil end)
end

--- Every kind of event that the contract knows.
kit.events = kit.words [[turn turn_skipped turn_over phase phase_skipped use play invalid cancelled effect redirect
  move judge damage prevented deduct lose_hp recover dying saved reveal check death skill chained unchained flip
  game_over timing]]

kit.phases = { "prep", "judge", "draw", "play", "discard", "finish" }

--- The timing between a phase and the one before it; nil for the first phase.
function kit.gap(phase)
  local _, place = kit.find(kit.phases, function(each) return each == phase end)
  return place and place > 1 and ("gap.%s.%s"):format(kit.phases[place - 1], phase) or nil
end

--- Every timing that the contract knows.
kit.timings = kit.words [[turn.before turn.start phase.play.idle turn.ending turn.ended
  use.choosing use.chosen use.becoming use.became use.validity use.before use.after
  respond.armour respond.lord respond.card move.before move.at move.after flip.after
  judge.performing judge.before judge.after damage.scene damage.dealing damage.receiving damage.deducting
  damage.deducted damage.dealt damage.received damage.end dying.entering dying.while death recover.amount recover.at]]
for _, phase in ipairs(kit.phases) do
  for _, part in ipairs { ".start", "", ".end" } do table.insert(kit.timings, "phase." .. phase .. part) end
  table.insert(kit.timings, kit.gap(phase))
end

--- A card laid before a player as a trick: "杀♦7=乐不思蜀" -> "杀♦7", "乐不思蜀"; or the card, and nil.
function kit.laid(label)
  local real, trick = label:match "^(.-)=(.+)$"
  return real or label, trick
end

--- Whether a choice is to use one real card as what it is, and no skill.
function kit.as_itself(choice)
  local cards = choice.cards or {}
  return #cards == 1 and not choice.skill and kit.card(cards[1]) == choice.use
end

local Deck = {}
Deck.__index = Deck

--- The cards of scenes as an engine's: each label is one card, made when it is first named.
--- @param make fun(name, suit, number): any  the engine's id of a new card; nil if it has no such card
function kit.deck(make)
  return setmetatable({ make = make, ids = {}, labels = {} }, Deck)
end

--- The engine's id for a label, or nil.
function Deck:id(label)
  if not self.ids[label] then
    local name, suit, number = kit.card(label)
    local id = name and self.make(name, suit, number)
    if id == nil then return nil end
    self.ids[label], self.labels[id] = id, label
  end
  return self.ids[label]
end

--- Ids for labels; nil, and why, if one of them is no card.
function Deck:all(labels)
  local ids = {}
  for i, label in ipairs(labels or {}) do
    ids[i] = self.ids[label]
    if ids[i] == nil then return nil, label .. " is no card at this table" end
  end
  return ids
end

--- Labels for ids.
function Deck:names(ids)
  return kit.map(ids, function(id) return self.labels[id] end)
end

-- Parts of a scene, as a hello lists them, and the field of a player who makes use of one, if it is not called so.
local PARTS = { "roles", "factions", "genders", "skills", "judgement", "aside", "chained", "face_down" }
local FIELDS = { roles = "role", factions = "faction", genders = "gender" }

--- What a ``reset`` asks for that a hello does not list, or nil. The cards that it names are made here.
--- @param deck table: the cards, as of ``caipan.deck``
function kit.missing(message, hello, deck)
  local scene, cards = message.scene, kit.set(hello.cards)
  local function lacks(what, list, there)
    local name = kit.find(list, function(item) return not there(item) end)
    return name and what .. " " .. name
  end
  local function card(label) return deck.ids[label] or cards[kit.card(label) or label] and deck:id(label) end
  local function laid(label)
    local real, trick = kit.laid(label)
    return card(real) and (not trick or cards[trick])
  end
  local function listed(field)
    local known = kit.set(hello[field])
    return function(name) return known[name] end
  end
  local skill, general = listed "skills", listed "generals"
  local found = lacks("edition", { message.edition }, listed "editions")
    or lacks("card", scene.draw_pile, card) or lacks("card", scene.discard_pile, card)
  for _, seat in ipairs(scene.players) do
    found = found or lacks("card", seat.hand, card) or lacks("card", seat.equipment, card)
      or lacks("card", seat.judgement, laid) or lacks("card", seat.aside, card)
      or lacks("skill", seat.skills, skill) or lacks("general", { seat.general }, general)
    for _, part in ipairs(PARTS) do
      local value = seat[FIELDS[part] or part]
      if type(value) == "table" then value = value[1] end
      if value and not kit.has(hello.scene, part) then found = found or "a scene with " .. part end
    end
  end
  return found
end

--- Lay the cards of a scene, all but the draw pile.
--- @param place fun(seat: integer?, zone: string, card: string, trick: string?)  a card's seat (nil for the discard
---   pile) and zone, and the name of the trick that it lies as
function kit.lay(scene, place)
  for _, card in ipairs(scene.discard_pile or {}) do place(nil, "discard", card) end
  for seat, player in ipairs(scene.players) do
    for _, zone in ipairs { "equipment", "judgement", "aside", "hand" } do
      for _, label in ipairs(player[zone] or {}) do place(seat, zone, kit.laid(label)) end
    end
  end
end

local RECEIVED = { draw = true, gain = true, give = true, exchange = true }

--- Cards that moved, one for one, as events: those that went the same way for the same reason are one move.
--- @param legs table: a list of { card = label, origin = zone, destination = zone, reason = word }
function kit.moves(legs)
  local moves = {}
  for _, leg in ipairs(legs) do
    local move = kit.find(moves, function(each)
      return each.origin == leg.origin and each.destination == leg.destination and each.reason == leg.reason
    end)
    if not move then
      move = { kind = "move", origin = leg.origin, destination = leg.destination, reason = leg.reason, cards = {} }
      -- Whose move it is: who gets the cards, where the reason speaks of getting; else who loses them, if anybody does.
      local gets, loses = (leg.destination or ""):match "^(.+)%.", (leg.origin or ""):match "^(.+)%."
      move.player = RECEIVED[leg.reason] and gets or loses or gets
      moves[#moves + 1] = move
    end
    table.insert(move.cards, leg.card)
  end
  return moves
end

--- A game in a coroutine of its own.
--- @return fun(...): boolean, string?  lets it go on: whether it is over; and what broke, with a traceback
function kit.routine(game)
  local thread = coroutine.create(game)
  return function(...)
    local ok, why = coroutine.resume(thread, ...)
    return coroutine.status(thread) == "dead", not ok and debug.traceback(thread, tostring(why)) or nil
  end
end

--- The words of each line of a text, for tables in a program; a semicolon ends a row as well, and ``-`` is false.
function kit.rows(text)
  local rows = {}
  for line in text:gmatch "[^\n;]+" do
    local row = kit.map(kit.words(line), function(word) return word ~= "-" and word end)
    rows[#rows + 1] = row[1] and row or nil
  end
  return rows
end

return kit
