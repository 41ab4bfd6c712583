-- A tuned evaluator in plain Lua 5.4, to compare with: flat lists, no tables made in a frame, affine products.

local pure_lua = {}

local function find_key(times, time)
  local low, high = 1, #times + 1
  while low < high do
    local middle = (low + high) // 2
    if times[middle] <= time then low = middle + 1 else high = middle end
  end
  return low - 1
end

local function slerp(a, ai, b, bi, t)
  local ax, ay, az, aw = a[ai + 1], a[ai + 2], a[ai + 3], a[ai + 4]
  local bx, by, bz, bw = b[bi + 1], b[bi + 2], b[bi + 3], b[bi + 4]
  local dot = ax * bx + ay * by + az * bz + aw * bw
  if dot < 0 then dot, bx, by, bz, bw = -dot, -bx, -by, -bz, -bw end
  local wa, wb = 1 - t, t
  if dot < 0.9999 then
    local angle = math.acos(dot)
    local s = math.sin(angle)
    wa, wb = math.sin(wa * angle) / s, math.sin(wb * angle) / s
  end
  return wa * ax + wb * bx, wa * ay + wb * by, wa * az + wb * bz, wa * aw + wb * bw
end

-- Parents before children.
local function depth_order(skeleton)
  local order, depth = {}, {}
  for joint = 1, #skeleton do
    order[joint] = joint
    local above, n = skeleton:parent(joint), 0
    while above do above, n = skeleton:parent(above), n + 1 end
    depth[joint] = n
  end
  table.sort(order, function(a, b)
    if depth[a] ~= depth[b] then return depth[a] < depth[b] end
    return a < b
  end)
  return order
end

-- Copies a Clip and its Skeleton into plain tables.
function pure_lua.copy(skeleton, clip)
  local out = { tracks = {}, parents = {}, pose = {}, model = {}, order = depth_order(skeleton) }
  for joint = 1, #skeleton do
    out.parents[joint] = skeleton:parent(joint) or 0
    out.pose[joint] = { skeleton:rest(joint) }
    out.model[joint] = {}
  end
  for i, track in clip:tracks() do
    local times, values = {}, {}
    for key = 1, #track do
      times[key] = track:time(key)
      for _, number in ipairs { track:value(key) } do values[#values + 1] = number end
    end
    out.tracks[i] = { times = times, values = values, joint = track.joint_index, channel = track.channel,
                      offset = ({ translation = 0, rotation = 3, scale = 7 })[track.channel] }
  end
  return out
end

function pure_lua.sample(copy, time)
  for _, track in ipairs(copy.tracks) do
    local times, values, pose, offset = track.times, track.values, copy.pose[track.joint], track.offset
    local key = find_key(times, time)
    local u = 0
    if key < 1 then
      key = 1
    elseif key < #times then
      u = (time - times[key]) / (times[key + 1] - times[key])
    end
    if track.channel == 'rotation' then
      local a = (key - 1) * 4
      pose[4], pose[5], pose[6], pose[7] = slerp(values, a, values, u > 0 and a + 4 or a, u)
    else
      local a = (key - 1) * 3
      local b = u > 0 and a + 3 or a
      for c = 1, 3 do pose[offset + c] = values[a + c] + (values[b + c] - values[a + c]) * u end
    end
  end
end

local function local_matrix(p)
  local x, y, z, w, sx, sy, sz = p[4], p[5], p[6], p[7], p[8], p[9], p[10]
  return (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + w * z) * sx, 2 * (x * z - w * y) * sx,
    2 * (x * y - w * z) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + w * x) * sy,
    2 * (x * z + w * y) * sz, 2 * (y * z - w * x) * sz, (1 - 2 * (x * x + y * y)) * sz, p[1], p[2], p[3]
end

function pure_lua.to_model(copy)
  for _, joint in ipairs(copy.order) do
    local a, b, c, d, e, f, g, h, i, x, y, z = local_matrix(copy.pose[joint])
    local parent, out = copy.model[copy.parents[joint]], copy.model[joint]
    if parent then
      for row = 1, 3 do
        local p1, p2, p3 = parent[row], parent[row + 3], parent[row + 6]
        out[row] = p1 * a + p2 * b + p3 * c
        out[row + 3] = p1 * d + p2 * e + p3 * f
        out[row + 6] = p1 * g + p2 * h + p3 * i
        out[row + 9] = p1 * x + p2 * y + p3 * z + parent[row + 9]
      end
    else
      out[1], out[2], out[3], out[4], out[5], out[6] = a, b, c, d, e, f
      out[7], out[8], out[9], out[10], out[11], out[12] = g, h, i, x, y, z
    end
  end
end

return pure_lua
