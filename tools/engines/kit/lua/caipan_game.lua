-- SPDX-License-Identifier: MIT
-- The handlers of an adapter whose engine plays each game in a coroutine: see README.md.

local kit, entering = require "caipan", require "caipan_entering"

local function unsupported(what) return { type = "unsupported", what = what, why = "the engine does not have it" } end

--- @param engine table: what there is, and what can be done with it:
---   hello: as ``caipan.hello`` makes it; what it does not list is ``unsupported``, and the engine is not asked
---   dialogue: that of ``caipan_dialogue``, by which the game asks
---   begin = fun(scene, seed): table  makes a new game of the scene and returns its players by their names; the last
---     game is forgotten
---   play = fun(start, emit)  the game, from where the message ``start`` enters it until it is over. It runs in a
---     coroutine, and says what happens by emit(event)
---   go = fun(reply, emit): boolean, string?  instead of ``play``, for an engine that has coroutines of its own: lets
---     the game go on until it waits; with nil at ``reset``, until the scene is set up, then with the message
---     ``start``, then with each answer. Returns whether it is over, and what broke, if something did
---   state = fun(): table  the table as a ``state``
---   queries: for each thing that can be asked a function of the player and the target, of the engine's
---   lacks = fun(message): string?  what a ``reset`` or a ``start`` asks for that the engine does not have and the
---     hello cannot say, such as damage of an element; nil if there is no such thing
--- @return table  handlers for ``caipan.serve``
return function(engine)
  local hello, dialogue, lacks = engine.hello, engine.dialogue, engine.lacks or function() end
  local run, out, hidden
  local function say(event)
    if not (hidden and hidden(event)) then out(event) end
  end
  local function go(reply, emit)
    out = emit
    local over, broken = run(reply, say)
    if broken then return { type = "error", message = broken } end
    return over and { type = "done", state = engine.state() } or dialogue:closing()
  end
  --- What the hello does not list of an entrance, or nil.
  local function barred(message)
    local inject = message.inject
    if not kit.has(hello.enters or { "idle" }, message.at) then return "entering at " .. message.at end
    return inject and not kit.has(hello.injects, inject.kind) and "injected " .. inject.kind or lacks(message)
  end
  return {
    hello = function() return hello end,
    reset = function(message)
      local what = kit.missing(message, hello, dialogue.deck) or lacks(message)
      if what then return unsupported(what) end
      dialogue:begin(engine.begin(message.scene, message.seed or 0))
      hidden, run = nil, engine.go or kit.routine(engine.play)
      return engine.go and go(nil, function() end) or { type = "ready" }
    end,
    start = function(message, emit)
      local what = barred(message)
      if what then return unsupported(what) end
      hidden = entering.precedes(message)
      local close = go(message, emit)
      hidden = nil
      return close
    end,
    answer = function(message, emit) return go(dialogue:take(message), emit) end,
    state = function() return engine.state() end,
    query = function(message)
      if not kit.has(hello.queries, message.what) then return unsupported(message.what) end
      local player, target = dialogue.players[message.player], dialogue.players[message.target]
      return { type = "result", value = engine.queries[message.what](player, target) }
    end,
  }
end
