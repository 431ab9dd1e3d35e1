-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill behind the contract: lua5.4 adapter.lua, with CAIPAN_FREEKILL_HOME naming a checkout. See README.md.

local here = arg[0]:match "^(.*)/" or "."
if not here:find "^/" then here = require("lfs").currentdir() .. "/" .. here end
package.path = here .. "/?.lua;" .. here .. "/../kit/lua/?.lua;" .. package.path

local kit, Dialogue = require "caipan", require "caipan_dialogue"
local stdin, stdout, home = io.stdin, io.stdout, os.getenv "CAIPAN_FREEKILL_HOME"
kit.silence(io.stderr)

local engine, asks, events = require "engine", require "asks", require "events"
local names, scenes = require("scenes").names, require("scenes").scenes
local game -- the present one: its scene, its room, where it was entered, who has won

-- the game's side: all of it runs in the room's coroutine -----------------------------------------------------------

--- The entered turn, or its rest; then every turn after it until the game ends.
local function play(room, start)
  local current, phases = scenes.player(room, start.player), nil
  if start.at ~= "turn" then
    local wanted = kit.phases_from(start.at == "idle" and "play" or start.phase)
    phases = table.filter(kit.keys(names.phases), function(phase) return kit.has(wanted, names.phases[phase]) end)
  end
  while true do
    room:setCurrent(current)
    GameEvent.Turn:create(TurnData:new(current, "game_rule", phases)):exec()
    room:actExtraTurn()
    if #room.alive_players == 0 then room:gameOver "" end
    current, phases = current.next, nil
  end
end

local INJECTIONS = {
  damage = function(room, player, what)
    local kind = ({ fire = fk.FireDamage, thunder = fk.ThunderDamage })[what.element] or fk.NormalDamage
    room:damage { from = scenes.player(room, what.source), to = player, damage = what.amount or 1, damageType = kind }
  end,
  lose_hp = function(room, player, what) room:loseHp(player, what.amount or 1, "game_rule") end,
  judge = function(room, player) room:judge { who = player, reason = "game_rule", pattern = "." } end,
  recover = function(room, player, what) room:recover { who = player, num = what.amount or 1 } end,
}

--- Whether an event lies before the place where the game is entered: then it does not happen.
local function not_yet(room, name, player, data)
  local start = game.start
  if start.entered then return false end
  if start.at == "turn" or name == (start.at == "idle" and "fk.BeforePlayCard" or "fk.EventPhaseStart") then
    start.entered = true
    if start.inject then
      INJECTIONS[start.inject.kind](room, scenes.player(room, start.inject.player), start.inject)
      data.phase_end = data.phase_end or player.dead
    end
    return false
  end
  -- A character who lies face down is not turned over: his turn began long ago.
  if name == "fk.PreTurnStart" then game.face, player.faceup = player.faceup, true end
  if name == "fk.BeforeTurnStart" then player.faceup = game.face end
  return true
end

--- FreeKill's logic of a game, with the scene in place of roles, generals and the deal.
local function define()
  local Logic = GameLogic:subclass "CaipanLogic"
  function Logic:run()
    scenes.seat(self, game.scene)
    scenes.lay(self.room, game.scene)
    game.start = coroutine.yield "__handleRequest"
    play(self.room, game.start)
  end
  function Logic:trigger(event, player, data, refresh_only)
    if not game.start or not_yet(self.room, event.name, player, data) then return false end
    local before, after = events.before[event.name], events.after[event.name]
    events.closed = refresh_only
    if before then before(player, data) end
    local broken, made = GameLogic.trigger(self, event, player, data, refresh_only)
    events.closed = refresh_only
    if after then after(player, data) end
    return broken, made
  end

  local mode = Fk.game_modes["aaa_role_mode"] -- without roles nobody wins in it, and nobody is rewarded
  local winner, reward, over = mode.getWinner, mode.deathRewardAndPunish, Room.gameOver
  function mode.logic() return Logic end
  function mode:getWinner(victim) return game.roles and winner(self, victim) or "" end
  function mode:deathRewardAndPunish(...) return game.roles and reward(self, ...) end
  function mode:buildDrawPile() return {}, {} end
  function Room:gameOver(won) -- ids of players, or players; in freekill-core, roles
    if game.start and not game.winners then
      local said = type(won) == "string" and won:split "+" or kit.map(won, function(p) return tostring(p.id) end)
      game.winners = names.of(table.filter(self.players, function(p)
        return kit.has(said, tostring(p.id)) or kit.has(said, p.role)
      end))
      events.emit { kind = "game_over", targets = game.winners }
    end
    return over(self, won)
  end
end

-- the harness's side ------------------------------------------------------------------------------------------------

--- Look at the table, or let the game go on, with FreeKill's globals in place.
local function at_table(act)
  RoomInstance = game.room
  local result = act(game.room)
  RoomInstance, Self = nil, nil
  return result
end

local handlers = {}

function handlers.state()
  return at_table(function(room) return scenes.state(room, game.winners) end)
end

--- Let the game go on until it asks, is over, or breaks. Returns the message that closes the reply.
function handlers.start(reason, emit)
  events.emit = emit
  local over = at_table(function(room) return room:resume(reason) end)
  if #engine.errors > 0 then return { type = "error", message = table.concat(engine.errors, "\n") } end
  return over and { type = "done", state = handlers.state() } or asks.dialogue:closing()
end

function handlers.answer(message, emit) return handlers.start(asks.dialogue:take(message), emit) end

function handlers.hello()
  if not home then error("CAIPAN_FREEKILL_HOME does not say where the checkout of FreeKill is", 0) end
  engine.load(home, asks.decide)
  names.learn()
  define()
  -- The contract has no ask for laying cards in an order: 观星 cannot be answered.
  local skills = table.filter(kit.keys(names.skills), function(skill) return skill ~= "观星" end)
  return kit.hello {
    engine = { name = engine.name, version = engine.version, url = "https://github.com/Qsgs-Fans/" .. engine.name },
    editions = "2013", cards = names.cards, skills = skills, generals = names.generals, timings = events.timings,
    events = [[turn turn_skipped turn_over phase phase_skipped use play invalid cancelled effect redirect move judge damage
      prevented deduct lose_hp recover dying saved reveal death skill chained unchained flip game_over timing]],
    enters = "turn phase idle", injects = INJECTIONS, queries = "distance range in_range hand_limit", rejects = true,
    scene = "roles factions genders skills judgement chained face_down",
  }
end

function handlers.reset(message)
  local scene = message.scene
  local lacks = message.edition ~= "2013" and "edition " .. message.edition or scenes.missing(scene)
  if lacks then return { type = "unsupported", what = lacks, why = "there is no such thing in this checkout" } end
  engine.errors, asks.dialogue = {}, Dialogue.new("__handleRequest", names.deck)
  events.reset()
  game = { scene = scene, roles = kit.find(scene.players, function(seat) return seat.role end) ~= nil }
  game.room = engine.room(#scene.players, message.seed or 0)
  return handlers.start("start", function() end) or { type = "ready" }
end

function handlers.query(message)
  return { type = "result", value = at_table(function(room)
    local player, target = scenes.player(room, message.player), scenes.player(room, message.target)
    if message.what == "distance" then return player:distanceTo(target) end
    if message.what == "in_range" then return player:inMyAttackRange(target) end
    return message.what == "range" and player:getAttackRange() or player:getMaxCards()
  end) }
end

kit.serve(handlers, stdin, stdout)
