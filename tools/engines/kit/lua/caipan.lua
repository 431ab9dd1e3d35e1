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
---   event (with or without its type) and returns the message that closes the reply
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

--- Whether a list holds an item.
function kit.has(list, wanted)
  for _, item in ipairs(list or {}) do
    if item == wanted then return true end
  end
  return false
end

return kit
