-- SPDX-License-Identifier: GPL-3.0-or-later
-- Games: how they are entered, and go on in the room's coroutine; and the harness's messages about them.
local kit, engine, entering = require "caipan", require "engine", require "caipan_entering"
local asks, events, names, scenes = require "asks", require "events", require "names", require "scenes"
local game -- the present game: its scene, how it is entered, who has won
engine.decide = asks.decide

-- the game's side: all of it runs in the room's coroutine -----------------------------------------------------------

--- The entered turn, or its rest; then every turn after it until the game ends.
local function play(room, start)
  local current, phases = names.players[start.player], nil
  start.faceup = current.faceup
  if start.at ~= "turn" then
    phases = kit.map(entering.remaining(start), function(phase) return names.phase_ids[phase] end)
    current.faceup = true -- he is not turned over: his turn began long ago
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
    local element = names.elements[what.element] or fk.NormalDamage
    room:damage { from = names.players[what.source], to = player, damage = what.amount or 1, damageType = element }
  end,
  lose_hp = function(room, player, what) room:loseHp(player, what.amount or 1, "game_rule") end,
  judge = function(room, player) room:judge { who = player, reason = "game_rule", pattern = "." } end,
  recover = function(room, player, what) room:recover { who = player, num = what.amount or 1 } end,
}
local ENTRIES = { turn = "PreTurnStart", phase = "EventPhaseStart", idle = "BeforePlayCard" }

--- Whether the game is entered already, or by this event; what lies before does not happen.
local function entered(room, name, player, data)
  local start = game.start
  if start and not start.entered and name == ENTRIES[start.at] then
    start.entered, player.faceup = true, start.faceup
    local what = start.inject
    if what then INJECTIONS[what.kind](room, names.players[what.player], what) end
    data.phase_end = data.phase_end or player.dead
  end
  return start and start.entered
end

--- FreeKill's logic of a game, with the scene in place of roles, generals and the deal.
local Logic = GameLogic:subclass "CaipanLogic"

function Logic:run()
  scenes.lay(self, game.scene)
  game.start = coroutine.yield "__handleRequest"
  play(self.room, game.start)
end

function Logic:trigger(event, player, data, refresh_only)
  local name = event.name:match "^fk%.(.*)"
  if not entered(self.room, name, player, data) then return false end
  events.say("before", name, player, data, refresh_only)
  local broken, made = GameLogic.trigger(self, event, player, data, refresh_only)
  events.say("after", name, player, data, refresh_only)
  return broken, made
end

local mode = Fk.game_modes["aaa_role_mode"] -- without roles nobody wins in it
local winner, over = mode.getWinner, Room.gameOver
function mode.logic() return Logic end
function mode:getWinner(victim) return victim.role ~= "unknown" and winner(self, victim) or "" end

function Room:gameOver(won) -- ids of players, or players; in freekill-core, roles
  if game.start and not game.winners then
    local said = type(won) == "string" and won:split "+" or kit.map(won, function(p) return tostring(p.id) end)
    game.winners = names.of(table.filter(self.players, function(p)
      return kit.has(said, tostring(p.id)) or kit.has(said, p.role)
    end))
    events.emit("game_over", nil, { targets = game.winners })
  end
  return over(self, won)
end

-- the harness's side ------------------------------------------------------------------------------------------------

local QUERIES = {
  distance = Player.distanceTo, in_range = Player.inMyAttackRange, hand_limit = Player.getMaxCards,
  range = function(player) return player:getAttackRange() end,
}

return require "caipan_game" {
  hello = kit.hello {
    engine = { name = engine.name, version = engine.version, url = "https://github.com/Qsgs-Fans/" .. engine.name },
    editions = "2013", cards = names.cards, skills = names.skills, generals = names.generals,
    events = kit.without(kit.events, "check"),
    timings = kit.without(kit.timings, "use.choosing turn.ended respond.armour respond.lord respond.card"),
    enters = ENTRIES, injects = INJECTIONS, queries = QUERIES, rejects = true,
    scene = "roles factions genders skills judgement chained face_down",
  },
  dialogue = asks.dialogue, queries = QUERIES,
  begin = function(scene, seed)
    game, names.players, engine.broken = { scene = scene }, {}, nil
    events.reset()
    RoomInstance = engine.room(#scene.players, seed)
    return names.players
  end,
  go = function(reply, emit)
    events.out = emit
    return RoomInstance:resume(reply), engine.broken
  end,
  state = function() return scenes.state(RoomInstance, game.winners) end,
}
