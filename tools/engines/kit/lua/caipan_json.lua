-- SPDX-License-Identifier: MIT
-- JSON, as far as the contract needs it. null is nil; a table is a list if it is empty or has an item 1.

local json = {}

local named = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function quote(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return named[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

--- A value as JSON on one line; the fields of an object in alphabetical order, so that equal values are equal lines.
--- @raise for what JSON does not have (a function, a number that is not finite)
function json.encode(value)
  local kind = type(value)
  if kind == "string" then return quote(value) end
  if kind == "boolean" then return tostring(value) end
  if kind == "number" and value == value and math.abs(value) < math.huge then
    return math.tointeger(value) and ("%d"):format(value) or ("%.17g"):format(value)
  end
  if kind ~= "table" then error("not JSON: " .. tostring(value), 0) end
  local parts = {}
  if #value > 0 or next(value) == nil then
    for i, item in ipairs(value) do parts[i] = json.encode(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local names = {}
  for name in pairs(value) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do parts[i] = quote(name) .. ":" .. json.encode(value[name]) end
  return "{" .. table.concat(parts, ",") .. "}"
end

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local literals = { ["true"] = true, ["false"] = false }

local function fail(text, at, expected)
  error(("not JSON at byte %d (%s): %s"):format(at, expected, text:sub(at, at + 20)), 0)
end

local function space(text, at) return text:find("[^ \t\r\n]", at) or #text + 1 end

local function read_string(text, at)
  local parts, from = {}, at + 1
  while true do
    local stop = text:find('["\\]', from) or fail(text, at, "a string that ends")
    parts[#parts + 1] = text:sub(from, stop - 1)
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local code = text:sub(stop + 1, stop + 1)
    from = stop + 2
    if code == "u" then
      local unit = tonumber(text:sub(from, from + 3), 16) or fail(text, from, "four hexadecimal digits")
      from = from + 4
      local low = unit >= 0xD800 and unit < 0xDC00 and text:match("^\\u(%x%x%x%x)", from)
      if low then
        unit = 0x10000 + ((unit - 0xD800) << 10) + (tonumber(low, 16) - 0xDC00)
        from = from + 6
      end
      parts[#parts + 1] = utf8.char(unit)
    else
      parts[#parts + 1] = escapes[code] or code
    end
  end
end

local read

local function read_list(text, at)
  local list, n = {}, 0
  at = space(text, at + 1)
  if text:sub(at, at) == "]" then return list, at + 1 end
  while true do
    n = n + 1
    list[n], at = read(text, at)
    at = space(text, at)
    local sign = text:sub(at, at)
    if sign == "]" then return list, at + 1 end
    if sign ~= "," then fail(text, at, "a comma or ]") end
    at = at + 1
  end
end

local function read_object(text, at)
  local object, name = {}, nil
  at = space(text, at + 1)
  if text:sub(at, at) == "}" then return object, at + 1 end
  while true do
    at = space(text, at)
    if text:sub(at, at) ~= '"' then fail(text, at, "a field's name") end
    name, at = read_string(text, at)
    at = space(text, at)
    if text:sub(at, at) ~= ":" then fail(text, at, "a colon") end
    object[name], at = read(text, at + 1)
    at = space(text, at)
    local sign = text:sub(at, at)
    if sign == "}" then return object, at + 1 end
    if sign ~= "," then fail(text, at, "a comma or }") end
    at = at + 1
  end
end

read = function(text, at)
  at = space(text, at)
  local sign = text:sub(at, at)
  if sign == "{" then return read_object(text, at) end
  if sign == "[" then return read_list(text, at) end
  if sign == '"' then return read_string(text, at) end
  local word = text:match("^%a+", at)
  if word == "null" then return nil, at + 4 end
  if literals[word] ~= nil then return literals[word], at + #word end
  local number = text:match("^-?%d[%d.eE+-]*", at)
  local value = number and (math.tointeger(tonumber(number)) or tonumber(number))
  if not value then fail(text, at, "a value") end
  return value, at + #number
end

--- The value that a line of JSON stands for.
--- @raise an error that says where it is not JSON, and what was expected
function json.decode(text)
  local value, at = read(text, 1)
  if space(text, at) <= #text then fail(text, at, "nothing more") end
  return value
end

return json
