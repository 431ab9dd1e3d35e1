-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill behind the contract: lua5.4 adapter.lua, with CAIPAN_FREEKILL_HOME naming a checkout. See README.md.

local here = arg[0]:match "^(.*)/" or "."
if not here:find "^/" then here = require("lfs").currentdir() .. "/" .. here end
package.path = here .. "/?.lua;" .. here .. "/../kit/lua/?.lua;" .. package.path

local kit = require "caipan"
local stdin, stdout = io.stdin, io.stdout
local home = os.getenv "CAIPAN_FREEKILL_HOME"
kit.silence(io.stderr)

local engine, asks, events, tables = require "engine", require "asks", require "events", require "scenes"
local names, scenes = tables.names, tables.scenes
local Logic
local game -- the present one: scene, room, what is asked

-- the game's side: everything here runs in the room's coroutine -----------------------------------------------------

--- Wait for the harness; asks.lua calls it wherever a player decides. Returns the choice.
function asks.wait(player, fields)
  game.asked = game.asked + 1
  fields.type, fields.id, fields.players = "ask", game.asked, { player.caipan }
  game.ask = fields
  local answer = coroutine.yield "__handleRequest"
  return answer.choice
end

function asks.reject(why) game.rejected = why end

function events.emit(event) game.emit(event) end

local PHASE_ORDER = { "prep", "judge", "draw", "play", "discard", "finish" }

--- The phases of a turn that is entered at ``first``; nil for a whole turn.
local function phases(first)
  local own, found = {}, {}
  for phase, name in pairs(names.phases) do own[name] = phase end
  for _, name in ipairs(PHASE_ORDER) do
    if name == first or found[1] then found[#found + 1] = own[name] end
  end
  return found[1] and found
end

--- The entered turn, or its rest; then every turn after it until the game ends.
local function play(room, start)
  local current = table.find(room.players, function(p) return p.caipan == start.player end)
  local first = start.at == "idle" and "play" or start.phase
  local turn = TurnData:new(current, "game_rule", phases(first))
  while true do
    room:setCurrent(current)
    GameEvent.Turn:create(turn):exec()
    room:actExtraTurn()
    if #room.alive_players == 0 then room:gameOver "" end
    current = current.next
    turn = TurnData:new(current, "game_rule")
  end
end

local INJECTIONS = {
  damage = function(room, player, inject, source)
    local kind = inject.element == "fire" and fk.FireDamage or inject.element == "thunder" and fk.ThunderDamage
    room:damage { from = source, to = player, damage = inject.amount or 1, damageType = kind or fk.NormalDamage }
  end,
  lose_hp = function(room, player, inject) room:loseHp(player, inject.amount or 1, "game_rule") end,
  judge = function(room, player) room:judge { who = player, reason = "game_rule", pattern = "." } end,
  recover = function(room, player, inject) room:recover { who = player, num = inject.amount or 1 } end,
}

local function inject(room, what)
  local function find(name) return table.find(room.players, function(p) return p.caipan == name end) end
  INJECTIONS[what.kind](room, find(what.player), what, what.source and find(what.source))
end

--- What comes before the place where the game is entered does not happen. Returns whether ``event`` is of that.
local function not_yet(room, event, player, data)
  local start = game.start
  if start.entered then return false end
  local name = event.name
  if start.at == "turn" or name == (start.at == "idle" and "fk.BeforePlayCard" or "fk.EventPhaseStart") then
    start.entered = true
    if start.inject then
      inject(room, start.inject)
      data.phase_end = data.phase_end or player.dead
    end
    return false
  end
  -- A character who lies face down is not turned over: his turn was entered long ago.
  if name == "fk.PreTurnStart" then
    game.down, player.faceup = not player.faceup, true
  elseif name == "fk.BeforeTurnStart" then
    player.faceup = not game.down
  end
  return true
end

--- FreeKill's logic of a game, with the scene in place of roles, generals and the deal.
local function define_logic()
  Logic = GameLogic:subclass "CaipanLogic"

  function Logic:run()
    scenes.seat(self, game.scene)
    scenes.lay(self.room, game.scene)
    game.start = coroutine.yield "__handleRequest"
    play(self.room, game.start)
  end

  function Logic:trigger(event, player, data, refresh_only)
    if not game.start then return false end
    if not_yet(self.room, event, player, data) then return false end
    local before, after = events.before[event.name], events.after[event.name]
    events.closed = refresh_only -- bookkeeping only: no timing is opened
    if before then before(player, data) end
    local broken, made = GameLogic.trigger(self, event, player, data, refresh_only)
    events.closed = refresh_only
    if after then after(player, data) end
    return broken, made
  end

  local mode = engine.mode
  local winner, reward = mode.getWinner, mode.deathRewardAndPunish
  mode.logic = function() return Logic end
  function mode:getWinner(victim) return game.roles and winner(self, victim) or "" end
  function mode:deathRewardAndPunish(victim, killer)
    if game.roles then reward(self, victim, killer) end
  end
  function mode:buildDrawPile() return {}, {} end

  local over = Room.gameOver
  function Room:gameOver(won)
    if self.game_started and not game.winners then
      -- Ids of players; in freekill-core, their roles.
      local said = type(won) == "string" and won:split "+" or kit.map(won, function(p) return tostring(p.id) end)
      game.winners = names.of(table.filter(self.players, function(p)
        return kit.has(said, tostring(p.id)) or kit.has(said, p.role)
      end))
      if game.start then game.emit { kind = "game_over", targets = game.winners } end
    end
    return over(self, won)
  end
end

-- the harness's side ------------------------------------------------------------------------------------------------

--- Let the game go on until it asks, is over, or breaks. Returns the message that closes the reply.
local function resume(reason, emit)
  game.emit, game.ask, game.rejected = emit, nil, nil
  RoomInstance = game.room
  local ended = game.room:resume(reason)
  RoomInstance, Self = nil, nil
  if #engine.errors > 0 then
    local text = table.concat(engine.errors, "\n")
    engine.errors = {}
    return { type = "error", message = text }
  end
  if ended then return { type = "done", state = scenes.state(game.room, game.winners) } end
  return game.ask
end

local function state()
  RoomInstance = game.room
  local shown = scenes.state(game.room, game.winners)
  RoomInstance = nil
  return shown
end

local handlers = {}

function handlers.hello()
  if not home then error("CAIPAN_FREEKILL_HOME does not say where the checkout of FreeKill is", 0) end
  engine.load(home, asks.decide)
  names.learn()
  define_logic()
  local function sorted(list)
    local keys = {}
    for key in pairs(list) do keys[#keys + 1] = key end
    table.sort(keys)
    return keys
  end
  return {
    type = "hello", protocol = 1,
    engine = { name = engine.name, version = engine.version, url = "https://github.com/Qsgs-Fans/FreeKill" },
    editions = { "2013" },
    cards = sorted(names.cards), skills = sorted(names.skills), generals = sorted(names.generals),
    events = events.kinds, timings = events.timings,
    enters = { "turn", "phase", "idle" }, injects = { "damage", "lose_hp", "judge", "recover" },
    queries = { "distance", "range", "in_range", "hand_limit" }, rejects = true,
    scene = { "roles", "factions", "genders", "skills", "judgement", "chained", "face_down" },
  }
end

function handlers.reset(message)
  local missing = names.missing(message.scene)
  if missing then return { type = "unsupported", what = missing, why = "there is no such thing in this checkout" } end
  engine.errors = {}
  asks.reset()
  events.reset()
  local roles = table.find(message.scene.players, function(seat) return seat.role ~= nil end)
  game = { scene = message.scene, asked = 0, roles = roles ~= nil }
  game.room = engine.room(#message.scene.players, message.seed or 0)
  local closed = resume("start", function() end)
  return closed or { type = "ready" }
end

function handlers.start(message, emit)
  return resume(message, emit)
end

function handlers.answer(message, emit)
  local ask = game and game.ask
  if not ask or ask.id ~= message.id then error("there is no ask " .. tostring(message.id) .. " to answer", 0) end
  local reply = resume({ choice = message.choice }, emit)
  if game.rejected then
    -- The same ask stands again.
    game.asked, reply.id = message.id, message.id
    return { type = "rejected", why = game.rejected }
  end
  return reply
end

handlers.state = state

function handlers.query(message)
  RoomInstance = game.room
  local function find(name) return table.find(game.room.players, function(p) return p.caipan == name end) end
  local player, target = find(message.player), find(message.target)
  local values = {
    distance = function() return player:distanceTo(target) end,
    range = function() return player:getAttackRange() end,
    in_range = function() return player:inMyAttackRange(target) end,
    hand_limit = function() return player:getMaxCards() end,
  }
  local value = values[message.what]()
  RoomInstance = nil
  return { type = "result", value = value }
end

kit.serve(handlers, stdin, stdout)
