-- A straightforward evaluator in plain Lua, as most scripts have it: vectors, quaternions and matrices are small
-- tables, functions return new ones. To compare with; pure_lua.lua is the tuned one.

local plain_lua = {}

local function slerp(a, b, t)
  local dot = a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4]
  local sign = dot < 0 and -1 or 1
  dot = dot * sign
  local wa, wb = 1 - t, t
  if dot < 0.9999 then
    local angle = math.acos(dot)
    wa, wb = math.sin(wa * angle) / math.sin(angle), math.sin(wb * angle) / math.sin(angle)
  end
  wb = wb * sign
  return { wa * a[1] + wb * b[1], wa * a[2] + wb * b[2], wa * a[3] + wb * b[3], wa * a[4] + wb * b[4] }
end

local function lerp(a, b, t)
  local out = {}
  for i = 1, #a do out[i] = a[i] + (b[i] - a[i]) * t end
  return out
end

local function multiply(a, b)
  local out = {}
  for column = 0, 3 do
    for row = 1, 4 do
      local sum = 0
      for k = 0, 3 do sum = sum + a[4 * k + row] * b[4 * column + k + 1] end
      out[4 * column + row] = sum
    end
  end
  return out
end

local function compose(t, q, s)
  local x, y, z, w = q[1], q[2], q[3], q[4]
  return {
    (1 - 2 * (y * y + z * z)) * s[1], 2 * (x * y + w * z) * s[1], 2 * (x * z - w * y) * s[1], 0,
    2 * (x * y - w * z) * s[2], (1 - 2 * (x * x + z * z)) * s[2], 2 * (y * z + w * x) * s[2], 0,
    2 * (x * z + w * y) * s[3], 2 * (y * z - w * x) * s[3], (1 - 2 * (x * x + y * y)) * s[3], 0,
    t[1], t[2], t[3], 1,
  }
end

-- From the tables of pure_lua.copy.
function plain_lua.copy(copy)
  local out = { order = copy.order, parents = copy.parents, joints = {}, tracks = {}, model = {} }
  for joint, p in ipairs(copy.pose) do
    out.joints[joint] = { translation = { p[1], p[2], p[3] }, rotation = { p[4], p[5], p[6], p[7] },
                          scale = { p[8], p[9], p[10] } }
  end
  for i, track in ipairs(copy.tracks) do
    local size, keys = track.channel == 'rotation' and 4 or 3, {}
    for k, time in ipairs(track.times) do
      keys[k] = { time = time, value = table.move(track.values, (k - 1) * size + 1, k * size, 1, {}) }
    end
    out.tracks[i] = { keys = keys, joint = track.joint, channel = track.channel }
  end
  return out
end

local function evaluate(track, time)
  local keys = track.keys
  if time <= keys[1].time then return keys[1].value end
  if time >= keys[#keys].time then return keys[#keys].value end
  local low, high = 1, #keys
  while high - low > 1 do
    local middle = (low + high) // 2
    if keys[middle].time <= time then low = middle else high = middle end
  end
  local a, b = keys[low], keys[high]
  local mix = track.channel == 'rotation' and slerp or lerp
  return mix(a.value, b.value, (time - a.time) / (b.time - a.time))
end

function plain_lua.sample(copy, time)
  for _, track in ipairs(copy.tracks) do copy.joints[track.joint][track.channel] = evaluate(track, time) end
end

function plain_lua.to_model(copy)
  for _, joint in ipairs(copy.order) do
    local j = copy.joints[joint]
    local matrix = compose(j.translation, j.rotation, j.scale)
    local parent = copy.model[copy.parents[joint]]
    copy.model[joint] = parent and multiply(parent, matrix) or matrix
  end
end

return plain_lua
