-- SPDX-License-Identifier: GPL-3.0-or-later
-- Loads a FreeKill checkout into plain Lua 5.4: what FreeKill's C++ host gives its Lua code, as far as rules need it.

local lfs = require "lfs"
local socket = require "socket"

local engine = { errors = {} }
local stderr = io.stderr

local function exists(path) return lfs.attributes(path) ~= nil end

--- What kind of checkout lies at a path: its entry points, and its version as far as it says one.
local function layout(home)
  if exists(home .. "/ltk") then
    local text = assert(io.open(home .. "/CMakeLists.txt")):read "a"
    return { name = "FreeKill", version = text:match "project%(FreeKill VERSION ([%d.]+)" or "unknown" }
  elseif exists(home .. "/lua/lunarltk") and exists(home .. "/standard_cards") then
    -- The core as a package of its own has no version; its packages lie at the top.
    return { name = "freekill-core", version = "core-2025-11", flat = true }
  end
  error(home .. " is no checkout of FreeKill or freekill-core: neither ltk/ nor lua/lunarltk/ is in it", 0)
end

--- The functions of the C++ host that are called while loading and playing.
local function host(flat)
  local function place(path) return flat and path:gsub("^%./", ""):gsub("^packages/", "") or path end
  local function log(level, kept)
    return function(format, ...)
      local ok, text = pcall(string.format, tostring(format), ...)
      text = ok and text or tostring(format)
      if kept then engine.errors[#engine.errors + 1] = text end
      if level ~= "Info" and level ~= "Debug" then stderr:write(level, ": ", text, "\n") end
    end
  end
  fk = {
    FK_VER = engine.version,
    Player_Invalid = 0, Player_Online = 1, Player_Trust = 2, Player_Run = 3,
    Player_Leave = 4, Player_Robot = 5, Player_Offline = 6,
    GetDisabledPacks = function() return "[]" end,
    GetMicroSecond = function() return math.floor(socket.gettime() * 1000000) end,
    qDebug = log "Debug", qInfo = log "Info", qWarning = log "Warning", qCritical = log("Critical", true),
    QmlBackend_cd = function() end,
    QmlBackend_pwd = function() return "/" end,
    QmlBackend_exists = function(path) return exists(place(path)) end,
    QmlBackend_isDir = function(path) return lfs.attributes(place(path), "mode") == "directory" end,
    QmlBackend_ls = function(path)
      local names = {}
      if path == "packages" and flat then return names end -- no extensions
      for name in lfs.dir(place(path)) do
        if not name:find "^%." then names[#names + 1] = name end
      end
      table.sort(names)
      return names
    end,
  }
  if flat then
    -- Where the packages lie at the top, "packages.standard" is "standard".
    local lib, run, load_file = package, dofile, loadfile
    table.insert(lib.searchers, 2, function(name)
      local inner = name:match "^packages[./](.+)"
      local path = inner and lib.searchpath(inner, lib.path)
      return path and load_file(path)
    end)
    dofile = function(path) return run(place(path)) end
  end
end

--- Requests go to ``decide(player, request)`` instead of a client. Of a race, players are asked in the order of turns.
local function intercept(decide)
  function Request:ask()
    if self._asked then return end
    self._asked = true
    local room = self.room
    room.current_request = self
    room.logic:trigger(fk.BeforeRequestAsk, nil, self, true)
    local players = table.simpleClone(self.players)
    if #players > 1 then room:sortByAction(players) end
    for _, player in ipairs(players) do
      if #self.winners >= self.n then break end
      local reply = decide(player, self)
      if reply ~= nil then
        self.result[player.id] = reply
        table.insert(self.winners, player)
      end
    end
    for _, player in ipairs(self.players) do
      if self.result[player.id] == nil then self.result[player.id] = self.default_reply[player.id] or "" end
    end
    room.current_request, room.last_request = nil, self
  end
end

--- Load the checkout. FreeKill hides io, os and package as it loads: whoever needs them keeps them beforehand.
--- @param home string
--- @param decide fun(player, request): any
function engine.load(home, decide)
  local found = layout(home)
  engine.name, engine.version = found.name, found.version
  assert(lfs.chdir(home))
  host(found.flat)
  local quiet = print
  dofile "lua/freekill.lua"
  dofile "lua/server/scheduler.lua"
  print, verbose = quiet, function() end
  -- Nobody is watching: what is only shown to clients is not even put together.
  local function nothing() end
  ServerPlayer.doNotify, Room.doBroadcastNotify, Room.notifyMoveCards = nothing, nothing, nothing
  Room.sendLog, Room.doAnimate, Room.animDelay, Room.delay = nothing, nothing, nothing, nothing
  Room.playCardEmotionAndSound = nothing
  intercept(decide)
  engine.mode = Fk.game_modes["aaa_role_mode"]
end

local Seat = {}
Seat.__index = Seat
function Seat:getId() return self.id end
function Seat:getScreenName() return tostring(self.id) end
function Seat:getState() return fk.Player_Online end
for _, name in ipairs { "setDied", "setThinking", "doNotify", "thinking" } do Seat[name] = function() end end

local Table = {}
Table.__index = Table
function Table:getId() return 1 end
function Table:getPlayers() return self.seats end
function Table:getObservers() return self.nobody end
function Table:getTimeout() return 15 end
function Table:settings() return self.packed end
for _, name in ipairs {
  "destroyRequestTimer", "setRequestTimer", "gameOver", "increaseRefCount", "decreaseRefCount", "delay", "hasObserver",
} do Table[name] = function() end end

local function qlist(list)
  return setmetatable(list, {
    __index = { at = function(self, i) return self[i + 1] end, length = function(self) return #self end },
  })
end

--- A new room with so many seats, whose every chance comes from ``seed``. Nothing runs in it yet.
function engine.room(seats, seed)
  math.randomseed(seed)
  local list = qlist {}
  for i = 1, seats do list[i] = setmetatable({ id = i }, Seat) end
  local settings = {
    gameMode = "aaa_role_mode", enableFreeAssign = false, enableDeputy = false, disabledPack = {}, disabledGenerals = {},
    generalNum = 3, luckTime = 0, password = "", generalTimeout = 15,
  }
  RoomInstance, Self = nil, nil
  local room = Room:new(setmetatable({ seats = list, nobody = qlist {}, packed = cbor.encode(settings) }, Table))
  if fk.rand then room._rng = fk.rand(seed) end
  room._test_disable_delay = true
  return room
end

return engine
