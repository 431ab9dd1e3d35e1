-- SPDX-License-Identifier: GPL-3.0-or-later
-- Loads a FreeKill checkout into plain Lua 5.4: what FreeKill's C++ host gives its Lua code, as far as rules need it.

local lfs = require "lfs"
local socket = require "socket"
local kit = require "caipan"

local engine = { errors = {} }
local stderr = io.stderr

local function exists(path) return lfs.attributes(path) ~= nil end

--- Which of the two layouts a checkout has. In the core's own repository the packages lie at the top (``flat``).
local function layout(home)
  if exists(home .. "/ltk") then
    local text = assert(io.open(home .. "/CMakeLists.txt")):read "a"
    return "FreeKill", text:match "project%(FreeKill VERSION ([%d.]+)" or "unknown", false
  elseif exists(home .. "/lua/lunarltk") and exists(home .. "/standard_cards") then
    return "freekill-core", "2025-11", true -- it says no version of its own
  end
  error(home .. " is no checkout of FreeKill or freekill-core: neither ltk/ nor lua/lunarltk/ is in it", 0)
end

--- The functions of the C++ host.
local function host(flat)
  local function place(path) return flat and path:gsub("^%./", ""):gsub("^packages/", "") or path end
  local function log(level)
    return function(format, ...)
      local ok, text = pcall(string.format, tostring(format), ...)
      text = ok and text or tostring(format)
      if level == "critical" then table.insert(engine.errors, text) end
      stderr:write("FreeKill ", level, ": ", text, "\n")
    end
  end
  fk = {
    FK_VER = engine.version, Player_Invalid = 0, Player_Online = 1, Player_Trust = 2, Player_Run = 3,
    Player_Leave = 4, Player_Robot = 5, Player_Offline = 6,
    qDebug = function() end, qInfo = function() end, qWarning = log "warning", qCritical = log "critical",
    GetDisabledPacks = function() return "[]" end,
    GetMicroSecond = function() return math.floor(socket.gettime() * 1000000) end,
    QmlBackend_cd = function() end,
    QmlBackend_pwd = function() return "/" end,
    QmlBackend_exists = function(path) return exists(place(path)) end,
    QmlBackend_isDir = function(path) return lfs.attributes(place(path), "mode") == "directory" end,
    QmlBackend_ls = function(path)
      local found = {}
      if path == "packages" then return found end -- no extensions; the checkout's own packages are not looked for
      for name in lfs.dir(place(path)) do found[name] = not name:find "^%." or nil end
      return kit.keys(found)
    end,
  }
  if flat then
    -- "packages.standard" is "standard" here.
    local lib, run, read = package, dofile, loadfile
    table.insert(lib.searchers, 2, function(name)
      local inner = name:match "^packages[./](.+)"
      local path = inner and lib.searchpath(inner, lib.path)
      return path and read(path)
    end)
    dofile = function(path) return run(place(path)) end
  end
end

--- Requests go to ``decide(player, request)`` instead of a client. Of a race, players are asked in the order of turns.
local function intercept(decide)
  function Request:ask()
    if self._asked then return end
    local room = self.room
    self._asked, room.current_request = true, self
    room.logic:trigger(fk.BeforeRequestAsk, nil, self, true)
    local players = table.simpleClone(self.players)
    if #players > 1 then room:sortByAction(players) end
    for _, player in ipairs(players) do
      local reply = #self.winners < self.n and decide(player, self) or nil
      if reply then table.insert(self.winners, player) end
      self.result[player.id] = reply or self.default_reply[player.id] or ""
    end
    room.current_request, room.last_request = nil, self
  end
end

--- Load the checkout. FreeKill hides io, os and package as it loads: whoever needs them keeps them beforehand.
--- @param home string
--- @param decide fun(player, request): any  the reply, or nil for no
function engine.load(home, decide)
  local flat
  engine.name, engine.version, flat = layout(home)
  assert(lfs.chdir(home))
  host(flat)
  local quiet = print
  dofile "lua/freekill.lua"
  dofile "lua/server/scheduler.lua"
  print, verbose = quiet, function() end
  -- Nobody is watching: what is only shown to clients is not even put together.
  ServerPlayer.doNotify = function() end
  for _, name in ipairs {
    "doBroadcastNotify", "notifyMoveCards", "sendLog", "doAnimate", "animDelay", "delay", "playCardEmotionAndSound",
  } do Room[name] = function() end end
  intercept(decide)
  engine.mode = Fk.game_modes["aaa_role_mode"]
end

--- An object of the C++ host: it has these methods, and any other does nothing.
local function object(methods)
  return setmetatable(methods, { __index = function() return function() end end })
end

local function qlist(list)
  return setmetatable(list, {
    __index = { at = function(self, i) return self[i + 1] end, length = function(self) return #self end },
  })
end

--- A new room with so many seats, whose every chance comes from ``seed``. Nothing runs in it yet.
function engine.room(count, seed)
  local seats, settings = qlist {}, cbor.encode {
    gameMode = "aaa_role_mode", enableFreeAssign = false, enableDeputy = false, disabledPack = {}, disabledGenerals = {},
    generalNum = 3, luckTime = 0, password = "", generalTimeout = 15,
  }
  for i = 1, count do
    seats[i] = object {
      getId = function() return i end, getScreenName = function() return tostring(i) end,
      getState = function() return fk.Player_Online end,
    }
  end
  math.randomseed(seed)
  RoomInstance, Self = nil, nil
  local room = Room:new(object {
    getId = function() return 1 end, getPlayers = function() return seats end,
    getObservers = function() return qlist {} end, getTimeout = function() return 15 end,
    settings = function() return settings end,
  })
  if fk.rand then room._rng = fk.rand(seed) end
  room._test_disable_delay = true
  return room
end

return engine
