-- SPDX-License-Identifier: GPL-3.0-or-later
-- FreeKill behind the contract: lua5.4 adapter.lua, with CAIPAN_FREEKILL_HOME naming a checkout. See README.md.
local here = arg[0]:match "^(.*)/" or "."
if not here:find "^/" then here = require("lfs").currentdir() .. "/" .. here end
local own = here .. "/?.lua;" .. here .. "/../kit/lua/?.lua;"
package.path = own .. package.path

local kit, engine = require "caipan", require "engine"
local lib, home = package, os.getenv "CAIPAN_FREEKILL_HOME" -- FreeKill hides both
kit.silence(io.stderr)
kit.serve(function()
  if not home then error("CAIPAN_FREEKILL_HOME does not say where the checkout of FreeKill is", 0) end
  engine.load(home)
  lib.path = own .. lib.path
  return require "game"
end, io.stdin, io.stdout)
