-- SPDX-License-Identifier: GPL-3.0-or-later
-- Loads a FreeKill checkout into plain Lua 5.4: what FreeKill's C++ host gives its Lua code, as far as rules need it.
local lfs, kit = require "lfs", require "caipan"
local engine, stderr = { broken = nil }, io.stderr -- what FreeKill said that it broke of, if it did
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

--- FreeKill's own stand-in for its C++ host. It asks a server over stdio for what it cannot do; here nobody answers.
local function host(flat)
  local stdio = require "server.rpc.stdio"
  stdio.send, stdio.receive = nothing, nothing
  fk = require "server.rpc.fk"
  function fk.qCritical(text)
    stderr:write("FreeKill: ", text, "\n")
    engine.broken = engine.broken or text -- what breaks later, breaks of it
  end
  -- No extensions are looked for: FreeKill loads its own packages without looking.
  local function place(path) return flat and path:gsub("^%./", ""):gsub("^packages/", "") or path end
  local list, run, read, lib = fk.QmlBackend_ls, dofile, loadfile, package
  function fk.QmlBackend_ls(path) return path == "packages" and {} or list(place(path)) end
  function fk.QmlBackend_pwd() return "/" end
  if not flat then return end
  table.insert(lib.searchers, 2, function(name) -- "packages.standard" is "standard" here
    local inner = name:match "^packages[./](.+)"
    local path = inner and lib.searchpath(inner, lib.path)
    return path and read(path)
  end)
  function dofile(path) return run(place(path)) end
end

--- Load the checkout. FreeKill hides io, os and package as it loads: whoever needs them keeps them beforehand.
function engine.load(home)
  local flat
  engine.name, engine.version, flat = layout(home)
  assert(lfs.chdir(home))
  local quiet = print
  package.path = "./lua/?.lua;./lua/lib/?.lua;" .. package.path
  host(flat)
  dofile "lua/freekill.lua"
  dofile "lua/server/scheduler.lua"
  print, verbose, ServerPlayer.doNotify = quiet, nothing, nothing
  Room.delay, Room.playCardEmotionAndSound = nothing, nothing -- nobody is watching
  function Request:ask() -- of a race, players are asked in the order of turns
    if self._asked then return end
    self._asked = true
    local players = table.simpleClone(self.players)
    if #players > 1 then self.room:sortByAction(players) end
    for _, player in ipairs(players) do
      local reply = #self.winners < self.n and engine.decide(player, self) or nil
      if reply then table.insert(self.winners, player) end
      self.result[player.id] = reply or self.default_reply[player.id] or ""
    end
  end
end

--- A new room with so many seats, whose every chance comes from ``seed``. Nothing runs in it yet.
function engine.room(count, seed)
  local seats, settings = {}, { gameMode = "aaa_role_mode", disabledPack = {}, disabledGenerals = {} }
  for i = 1, count do seats[i] = { id = i, connId = i, state = fk.Player_Online, gameData = {} } end
  math.randomseed(seed)
  local room = Room:new(fk.Room { id = 1, players = seats, settings = cbor.encode(settings) })
  if fk.rand then room._rng = fk.rand(seed) end
  return room
end

return engine
