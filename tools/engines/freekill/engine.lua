-- SPDX-License-Identifier: GPL-3.0-or-later
-- Loads a FreeKill checkout into plain Lua 5.4: what FreeKill's C++ host gives its Lua code, as far as rules need it.
local lfs, socket, kit = require "lfs", require "socket", require "caipan"
local engine, stderr = { errors = {} }, io.stderr
local function nothing() end

--- Name and version; and whether the packages lie at the top (``flat``), as in the core's own repository.
local function layout(home)
  if lfs.attributes(home .. "/ltk") then
    local text = assert(io.open(home .. "/CMakeLists.txt")):read "a"
    return "FreeKill", text:match "project%(FreeKill VERSION ([%d.]+)" or "unknown", false
  elseif lfs.attributes(home .. "/lua/lunarltk") and lfs.attributes(home .. "/standard_cards") then
    return "freekill-core", "2025-11", true -- it says no version of its own
  end
  error(home .. " is no checkout of FreeKill or freekill-core: neither ltk/ nor lua/lunarltk/ is in it", 0)
end

--- The functions of the C++ host.
local function host(flat)
  local function place(path) return flat and path:gsub("^%./", ""):gsub("^packages/", "") or path end
  local function said(format, ...)
    local ok, text = pcall(string.format, tostring(format), ...)
    text = ok and text or tostring(format)
    stderr:write("FreeKill: ", text, "\n")
    return text
  end
  fk = {
    qDebug = nothing, qInfo = nothing, qWarning = said,
    qCritical = function(...) table.insert(engine.errors, said(...)) end,
    Player_Online = 1, GetDisabledPacks = function() return "[]" end, QmlBackend_pwd = function() return "/" end,
    GetMicroSecond = function() return math.floor(socket.gettime() * 1000000) end,
    QmlBackend_ls = function(path)
      local found = {}
      if path == "packages" then return found end -- no extensions; the checkout's own packages are not looked for
      for name in lfs.dir(place(path)) do found[name] = not name:find "^%." or nil end
      return kit.keys(found)
    end,
  }
  if not flat then return end
  local lib, run, read = package, dofile, loadfile -- "packages.standard" is "standard" here
  table.insert(lib.searchers, 2, function(name)
    local inner = name:match "^packages[./](.+)"
    local path = inner and lib.searchpath(inner, lib.path)
    return path and read(path)
  end)
  dofile = function(path) return run(place(path)) end
end

--- Load the checkout. FreeKill hides io, os and package as it loads: whoever needs them keeps them beforehand.
--- @param decide fun(player, request): any  a player's reply to a request, or nil for no
function engine.load(home, decide)
  local flat
  engine.name, engine.version, flat = layout(home)
  assert(lfs.chdir(home))
  host(flat)
  local quiet = print
  dofile "lua/freekill.lua"
  dofile "lua/server/scheduler.lua"
  print, verbose, ServerPlayer.doNotify = quiet, nothing, nothing
  -- Nobody is watching: what is only shown to clients is not even put together.
  for name in ("doBroadcastNotify notifyMoveCards sendLog doAnimate animDelay delay playCardEmotionAndSound"):gmatch "%a+" do
    Room[name] = nothing
  end
  function Request:ask() -- of a race, players are asked in the order of turns
    if self._asked then return end
    local room, players = self.room, table.simpleClone(self.players)
    self._asked, room.current_request = true, self
    room.logic:trigger(fk.BeforeRequestAsk, nil, self, true)
    if #players > 1 then room:sortByAction(players) end
    for _, player in ipairs(players) do
      local reply = #self.winners < self.n and decide(player, self) or nil
      if reply then table.insert(self.winners, player) end
      self.result[player.id] = reply or self.default_reply[player.id] or ""
    end
    room.current_request, room.last_request = nil, self
  end
end

--- A new room with so many seats, whose every chance comes from ``seed``. Nothing runs in it yet.
function engine.room(count, seed)
  local function constant(value) return function() return value end end
  local function object(methods) return setmetatable(methods, { __index = constant(nothing) }) end
  local function qlist(list)
    return setmetatable(list, { __index = { at = function(_, i) return list[i + 1] end, length = function() return #list end } })
  end
  local seats, settings = qlist {}, { gameMode = "aaa_role_mode", disabledPack = {}, disabledGenerals = {} }
  for i = 1, count do
    seats[i] = object { getId = constant(i), getScreenName = constant(tostring(i)), getState = constant(fk.Player_Online) }
  end
  math.randomseed(seed)
  local room = Room:new(object {
    getId = constant(1), getPlayers = constant(seats), getObservers = constant(qlist {}), getTimeout = constant(15),
    settings = constant(cbor.encode(settings)),
  })
  if fk.rand then room._rng = fk.rand(seed) end
  room._test_disable_delay = true
  return room
end

return engine
