-- SPDX-License-Identifier: MIT
-- What happens in an engine that calls out each event by its name, in the words of the contract.

local kit = require "caipan"

--- @param name_of fun(player): string?  a player's name in the scene
--- @return table  ``before`` and ``after``: functions of the player and the event's data, by the event's name, that say
---   what it is before its skills are used, and after; ``say`` calls them
return function(name_of)
  local events, closed = { before = {}, after = {} }, false

  --- Say one event. ``events.out`` is where it goes: the ``emit`` of the message that is being answered.
  --- @param fields table?: the event's fields, without kind and player
  function events.emit(kind, player, fields)
    fields = fields or {}
    fields.kind, fields.player = kind, player and name_of(player)
    events.out(fields)
  end

  --- Say that a timing is opened, if ``id`` is one and this is no event at which no skill has its turn.
  function events.timing(id, player)
    if id and not closed then events.emit("timing", player, { timing = id }) end
  end

  --- What the engine's events are, as a table: each row has the event's name, the kind of event that it is, the timing
  --- that it opens, the field of its data that is the player whom both are about (``from`` if it is empty; without one,
  --- it is the event's player), and which of ``says`` has the fields beside. A ``-`` stands for none, and a ``*`` in a
  --- timing for the phase that these fields say.
  --- @param text string: the rows, as of ``caipan.rows``
  --- @param says table: functions of the event's data
  function events.rows(text, says)
    for _, row in ipairs(kit.rows(text)) do
      local name, kind, id, whose, what = table.unpack(row, 1, 5)
      events.before[name] = function(player, data)
        if whose then player = data[whose] or data.from end
        local fields = what and says[what](data)
        local timing = id and id:gsub("%*", fields and fields.phase or "*")
        if kind then events.emit(kind, player, fields) end
        events.timing(timing, player)
      end
    end
  end

  --- Say what an event is.
  --- @param when string: "before" or "after"
  --- @param shut boolean?: no skill has its turn at this event
  function events.say(when, name, player, data, shut)
    closed = shut
    local say = events[when][name]
    if say then say(player, data) end
  end

  return events
end
