-- Comparing what a call returned with what is right. Tolerances count relative above 1, but for `within`.
--
--   near.numbers({ 5, 0, 0 }, pose:translation(1))       1e-5 from each
--   near.number(0.5, player.phase, 1e-9)
--   near.rotation({ 0, 0, 0, 1 }, pose:rotation(1))      the same rotation: q or -q, of length 1
--   near.list({ ... }, { ... }, 1e-6)                    two lists
--   near.within({ ... }, { ... }, 1e-6)                  two lists, whatever their size
--   near.same_rotation({ ... }, { ... }, 1e-6)           two quaternions

local near = {}

local DEFAULT = 1e-5

local function shown(list)
  local parts = {}
  for i = 1, list.n or #list do parts[i] = ('%.9g'):format(list[i]) end
  return '{' .. table.concat(parts, ', ') .. '}'
end

local function relative_size(number) return math.max(1, math.abs(number)) end
local function one() return 1 end

local function difference(expected, found, sign, size)
  local worst = 0
  for i = 1, #expected do
    local off = math.abs(sign * found[i] - expected[i]) / size(expected[i])
    if off ~= off then return math.huge end
    worst = math.max(worst, off)
  end
  return worst
end

local function expect(expected, found, tolerance, signs, size)
  local count = found.n or #found
  if count ~= #expected then
    error(('%d numbers expected, got %d: %s'):format(#expected, count, shown(found)), 3)
  end
  local off = math.huge
  for _, sign in ipairs(signs) do off = math.min(off, difference(expected, found, sign, size)) end
  if off > tolerance then
    error(('expected %s, got %s, off by %g'):format(shown(expected), shown(found), off), 3)
  end
end

function near.list(expected, found, tolerance) expect(expected, found, tolerance or DEFAULT, { 1 }, relative_size) end

function near.within(expected, found, tolerance) expect(expected, found, tolerance, { 1 }, one) end

function near.numbers(expected, ...) expect(expected, table.pack(...), DEFAULT, { 1 }, relative_size) end

function near.number(expected, found, tolerance)
  expect({ expected }, { found }, tolerance or DEFAULT, { 1 }, relative_size)
end

function near.same_rotation(expected, found, tolerance)
  expect(expected, found, tolerance or DEFAULT, { 1, -1 }, one)
end

function near.rotation(expected, ...)
  local found = table.pack(...)
  expect(expected, found, DEFAULT, { 1, -1 }, one)
  local length = math.sqrt(found[1] ^ 2 + found[2] ^ 2 + found[3] ^ 2 + found[4] ^ 2)
  if math.abs(length - 1) > 1e-6 then error(('a rotation of length %.9g'):format(length), 2) end
end

return near
