-- SPDX-License-Identifier: MIT
-- Entering a game in the midst of a turn: the phases that remain of it, and the events of which nothing is said.

local kit = require "caipan"

local entering = {}

-- The timings of a turn in their order, each with its place.
local course = kit.words "turn.before turn.start"
for _, phase in ipairs(kit.phases) do
  local parts = phase == "play" and { ".start", "", ".idle", ".end" } or { ".start", "", ".end" }
  table.insert(course, kit.gap(phase))
  for _, part in ipairs(parts) do table.insert(course, "phase." .. phase .. part) end
end
local places = kit.inverse(course)

--- The phases of a turn that remain when it is entered by the message ``start``.
--- @param phases table?: those that the engine has, in their order; nil for all six
function entering.remaining(start, phases)
  local first = start.at == "idle" and "play" or start.phase or "prep"
  return kit.map(phases or kit.phases, function(phase)
    return places["phase." .. phase] >= places["phase." .. first] and phase or nil
  end)
end

--- Whether an event lies before the entrance, in the turn that is entered: an engine that begins it, and leaves its
--- first phases out, says what did not happen. ``caipan_game`` hides such events while it answers ``start``.
--- @return fun(event): boolean
function entering.precedes(start)
  local entrance = start.at == "turn" and "turn.before" or start.at == "idle" and "phase.play.idle"
    or "phase." .. start.phase .. ".start"
  local over = false
  return function(event)
    local timing = event.timing
    if event.kind == "turn" then timing = "turn.start" end
    if event.kind == "phase" or event.kind == "phase_skipped" then timing = "phase." .. event.phase .. ".start" end
    over = over or event.kind == "turn_over"
    return not over and event.player == start.player and timing ~= nil and places[timing] ~= nil
      and places[timing] < places[entrance]
  end
end

return entering
