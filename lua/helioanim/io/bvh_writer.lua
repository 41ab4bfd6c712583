-- BVH out: a skeleton and a clip become a hierarchy with offsets and frames of angles.
--
-- BVH has no rest rotations and no scale: rotations are written whole, so that joints move the same in the file, and
-- scale is left out. A joint without tracks that the reader made of an end site becomes one again.

local bvh_writer = {}

local AXES = { X = 0, Y = 1, Z = 2 }
bvh_writer.orders = { XYZ = true, XZY = true, YXZ = true, YZX = true, ZXY = true, ZYX = true }

local function number(value)
  local text = ('%.7f'):format(value):gsub('0+$', ''):gsub('%.$', '')
  return text == '-0' and '0' or text
end

-- Deep chains would be mostly tabs otherwise.
local function indent(depth) return ('\t'):rep(math.min(depth, 32)) end

-- Depth first, as BVH lists its joints: a list of { joint, depth }, without recursion.
local function walk(skeleton)
  local stack, out = {}, {}
  for joint = #skeleton, 1, -1 do
    if not skeleton:parent(joint) then stack[#stack + 1] = { joint = joint, depth = 0 } end
  end
  while #stack > 0 do
    local top = table.remove(stack)
    out[#out + 1] = top
    local children = skeleton:children(top.joint)
    top.is_leaf = #children == 0
    for i = #children, 1, -1 do stack[#stack + 1] = { joint = children[i], depth = top.depth + 1 } end
  end
  return out
end

local function name_of(skeleton, joint)
  local name = skeleton:joint_name(joint):gsub('[%c{}]', '_')
  return name:match '%S' and name or 'joint_' .. joint
end

-- The joints of `skeleton` that the clip, which may be of another one, moves and drives.
local function driven_parts(clip, skeleton)
  local moved, driven = {}, {}
  local is_own = clip.skeleton == skeleton
  for _, track in clip:tracks() do
    local joint = track.joint_index
    if not is_own and track.joint then joint = skeleton:find(track.joint) end
    if joint then
      driven[joint] = true
      moved[joint] = moved[joint] or track.channel == 'translation'
    end
  end
  return moved, driven
end

local function is_end_site(skeleton, entry, driven)
  local parent = skeleton:parent(entry.joint)
  return entry.is_leaf and parent and not driven[entry.joint]
    and skeleton:joint_name(entry.joint) == skeleton:joint_name(parent) .. '_End'
end

local function write_joint(out, skeleton, entry, order)
  local pad = indent(entry.depth)
  local x, y, z = skeleton:rest(entry.joint)
  local offset = ('%s\tOFFSET %s %s %s'):format(pad, number(x), number(y), number(z))
  if entry.is_end then
    out[#out + 1] = ('%sEnd Site\n%s{\n%s'):format(pad, pad, offset)
    return
  end
  local channels = { order:sub(1, 1) .. 'rotation', order:sub(2, 2) .. 'rotation', order:sub(3, 3) .. 'rotation' }
  if entry.moves then channels = { 'Xposition', 'Yposition', 'Zposition', table.unpack(channels) } end
  out[#out + 1] = ('%s%s %s\n%s{\n%s\n%s\tCHANNELS %d %s'):format(pad, entry.depth == 0 and 'ROOT' or 'JOINT',
    name_of(skeleton, entry.joint), pad, offset, pad, #channels, table.concat(channels, ' '))
  if entry.is_leaf then
    out[#out + 1] = ('%s\tEnd Site\n%s\t{\n%s\t\tOFFSET 0 0 0\n%s\t}'):format(pad, pad, pad, pad)
  end
end

local function write_hierarchy(out, skeleton, entries, order)
  out[#out + 1] = 'HIERARCHY'
  for i, entry in ipairs(entries) do
    write_joint(out, skeleton, entry, order)
    local next_depth = entries[i + 1] and entries[i + 1].depth or 0
    for depth = entry.depth, next_depth, -1 do out[#out + 1] = indent(depth) .. '}' end
  end
end

-- Angles in degrees about axes i, j, k of the rotation x y z w = turn(i) * turn(j) * turn(k).
local function angles(order, x, y, z, w)
  local length = math.sqrt(x * x + y * y + z * z + w * w)
  x, y, z, w = x / length, y / length, z / length, w / length
  local m = {
    [0] = { [0] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w) },
    { [0] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w) },
    { [0] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y) },
  }
  local i, j, k = AXES[order:sub(1, 1)], AXES[order:sub(2, 2)], AXES[order:sub(3, 3)]
  local e = (j - i) % 3 == 1 and 1 or -1
  local cosine = math.sqrt(m[i][i] ^ 2 + m[i][j] ^ 2)
  local middle = math.atan(e * m[i][k], cosine)
  if cosine < 1e-6 then -- the first and the last axis fall together: the first takes it all
    return math.deg(math.atan(e * m[k][j], m[j][j])), math.deg(middle), 0
  end
  return math.deg(math.atan(-e * m[j][k], m[k][k])), math.deg(middle), math.deg(math.atan(-e * m[i][j], m[i][i]))
end

-- The same angle, a whole number of turns away, nearest to the one of the frame before.
local function unwind(angle, before) return angle + 360 * math.floor((before - angle) / 360 + 0.5) end

local function write_frame(out, skeleton, entries, order, pose)
  local line = {}
  for _, entry in ipairs(entries) do
    if not entry.is_end then
      local x, y, z, qx, qy, qz, qw = pose:get(entry.joint)
      if entry.moves then
        local ox, oy, oz = skeleton:rest(entry.joint)
        line[#line + 1], line[#line + 2], line[#line + 3] = number(x - ox), number(y - oy), number(z - oz)
      end
      local before = entry.angles
      local a, b, c = angles(order, qx, qy, qz, qw)
      entry.angles = { unwind(a, before[1]), unwind(b, before[2]), unwind(c, before[3]) }
      for i = 1, 3 do line[#line + 1] = number(entry.angles[i]) end
    end
  end
  out[#out + 1] = table.concat(line, ' ')
end

-- `options`: order, fps, frames (nil: to the end of the clip).
function bvh_writer.text(skeleton, clip, options)
  local bound = clip.skeleton == skeleton and clip or clip:bind(skeleton)
  local moved, driven = driven_parts(clip, skeleton)
  local entries, out = walk(skeleton), {}
  for _, entry in ipairs(entries) do
    entry.is_end = is_end_site(skeleton, entry, driven)
    entry.moves = entry.depth == 0 or moved[entry.joint] or false
    entry.angles = { 0, 0, 0 }
  end
  write_hierarchy(out, skeleton, entries, options.order)
  local frames = options.frames or math.floor(bound.duration * options.fps + 0.5) + 1
  out[#out + 1] = ('MOTION\nFrames: %d\nFrame Time: %.9g'):format(frames, 1 / options.fps)
  local pose = skeleton:new_pose()
  for frame = 0, frames - 1 do
    bound:sample(pose:reset(), frame / options.fps)
    write_frame(out, skeleton, entries, options.order, pose)
  end
  out[#out + 1] = ''
  return table.concat(out, '\n')
end

return bvh_writer
