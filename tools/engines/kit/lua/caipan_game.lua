-- SPDX-License-Identifier: MIT
-- The handlers of an adapter whose engine plays each game in a coroutine: see README.md.

local kit = require "caipan"

--- @param engine table: what there is, and what can be done with it:
---   hello: the hello, as ``caipan.hello`` makes it
---   has: the cards, skills and so on, as ``caipan.missing`` takes them
---   begin = fun(scene, seed): table  makes a new game of the scene and returns its dialogue; the last game is forgotten
---   go = fun(reply, emit): boolean, string?  lets the game go on, first of all until the scene is set up, then with the
---     message ``start``, then with each answer, until it waits; whether it is over, and what broke, if something did
---   state = fun(): table  the table as a ``state``
---   queries: for each thing that can be asked a function of the player and the target
--- @return table  handlers for ``caipan.serve``
return function(engine)
  local dialogue
  local function go(reply, emit)
    local over, broken = engine.go(reply, emit)
    if broken then return { type = "error", message = broken } end
    return over and { type = "done", state = engine.state() } or dialogue:closing()
  end
  return {
    hello = function() return engine.hello end,
    reset = function(message)
      local edition = not kit.has(engine.hello.editions, message.edition) and "edition " .. message.edition
      local lacks = edition or kit.missing(message.scene, engine.has)
      if lacks then return { type = "unsupported", what = lacks, why = "the engine does not have it" } end
      dialogue = engine.begin(message.scene, message.seed or 0)
      return go(nil, function() end) or { type = "ready" }
    end,
    start = go,
    answer = function(message, emit) return go(dialogue:take(message), emit) end,
    state = function() return engine.state() end,
    query = function(message)
      local player, target = dialogue.players[message.player], dialogue.players[message.target]
      return { type = "result", value = engine.queries[message.what](player, target) }
    end,
  }
end
