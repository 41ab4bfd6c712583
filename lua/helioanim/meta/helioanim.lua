---@meta helioanim

---The face of the library: `local ha = require 'helioanim'`.
---
---Joints, tracks and keys count from 1. Times are seconds, angles radians, lengths metres. Quaternions are x, y, z, w;
---matrices are 16 numbers, column-major, for column vectors, as in glTF and OpenGL. A wrong argument raises an error
---that names it; what depends on the world (a file, its content, a name that may be absent) returns `nil`, a message
---and a short code such as `'not_found'`, `'bad_data'`, `'unsupported'` or `'io'`.
---
---Every object has `close()` and works with `<close>`. A closed object raises `Clip is closed`, and so does everything
---that hangs on it: a Track of a closed Clip, a Pose of a closed Skeleton. Memory goes when nothing holds the object
---any more; calling `close` is never necessary. Objects hold what they need: a Track its Clip, a Pose its Skeleton.
---@class helioanim
---@field _VERSION string the version, such as `'0.1.0'`
---@field version_number integer the same as a number that compares: 1.2.3 is 10203
---@field isa string which instruction set the kernels run on: `'baseline'`, `'avx2'`, `'avx512'` or `'neon'`; the environment variable `HELIOANIM_ISA` forces one. Results are the same to the bit
---@field easing table<string, fun(u: number): number> the easing curves by name: `linear`, `smooth`, `smoother`, `quad_in`, `quad_out`, `cubic_in`, `cubic_out`; transitions take the name, or any function
local helioanim = {}

---A joint: its index, from 1 in the order of the file, or its name. Of equal names the first is meant.
---@alias helioanim.Joint integer|string

---What a track drives. `translation` and `scale` have 3 components, `rotation` 4, `weights` one for each morph target,
---`float` one or more.
---@alias helioanim.Channel 'translation'|'rotation'|'scale'|'weights'|'float'

---How a track goes from key to key: `step` holds, `linear` goes straight (rotations along the shorter arc), `cubic`
---follows Hermite curves through explicit tangents (glTF's CUBICSPLINE).
---@alias helioanim.Interpolation 'step'|'linear'|'cubic'

---How a time is wrapped into a duration D: `clamp` holds the ends, `loop` begins again (D itself is 0), `pingpong`
---goes there and back.
---@alias helioanim.Wrap 'clamp'|'loop'|'pingpong'

---What a finished play gives: its last pose, or nothing.
---@alias helioanim.OnEnd 'hold'|'release'

---@alias helioanim.PlayState 'stopped'|'playing'|'paused'

---Makes a skeleton from joints in any order; a child may stand before its parent.
---@param joints helioanim.JointOptions[]|helioanim.SkeletonOptions the joints, and beside them `name` and `floats`
---@return helioanim.Skeleton skeleton
function helioanim.skeleton(joints) end

---Makes a skin. Several skins may share one skeleton.
---@param options helioanim.SkinOptions
---@return helioanim.Skin skin
function helioanim.skin(options) end

---Makes a clock at 0, or at `now`.
---@param options? helioanim.ClockOptions
---@return helioanim.Clock clock
function helioanim.clock(options) end

---Makes a sync group without members.
---@param options? helioanim.SyncGroupOptions
---@return helioanim.SyncGroup group
function helioanim.sync_group(options) end

---Makes any node alone from its description; see `helioanim.PoseNode`. A wrong description raises, naming the place.
---@param description table|helioanim.Clip
---@param skeleton helioanim.Skeleton
---@return helioanim.PoseNode node
function helioanim.node(description, skeleton) end

---Checks the description of a state machine; see `helioanim.MachineDefinition`. Wrong ones raise, naming the place.
---@param description table
---@return helioanim.MachineDefinition definition
function helioanim.machine_definition(description) end

---Makes the state machine of one character.
---@param definition helioanim.MachineDefinition|table a description is checked first
---@param skeleton helioanim.Skeleton
---@return helioanim.StateMachine machine
function helioanim.state_machine(definition, skeleton) end

---Makes a recorder of a state machine.
---@param machine helioanim.StateMachine
---@param options? { seconds: number?, rate: number?, poses: boolean?, events: integer? }
---@return helioanim.Recorder recorder
function helioanim.recorder(machine, options) end

---Makes matrices, identities at first: for the palettes of many characters in one piece.
---@param count integer
---@return helioanim.Matrices matrices
function helioanim.matrices(count) end

---Makes a Buffer of float32.
---@param components integer numbers an element
---@param count_or_numbers integer|number[] how many elements, of zeros; or all their numbers in a row
---@return helioanim.Buffer buffer
function helioanim.buffer(components, count_or_numbers) end

---Makes a mesh for the CPU. A primitive of a loaded mesh (`doc.meshes[i].primitives[k]`) is such a table. Weights are
---repaired: sorted, the 8 heaviest kept, and made to sum to 1.
---@param options helioanim.DeformerOptions
---@return helioanim.Deformer deformer
function helioanim.deformer(options) end

---Three numbers: `{ x, y, z }`, or a table with fields `x`, `y` and `z`.
---@alias helioanim.Vector number[]|{ x: number, y: number, z: number }

---Makes a solver for an arm or a leg.
---@param options { skeleton: helioanim.Skeleton, root: helioanim.Joint, mid: helioanim.Joint, tip: helioanim.Joint, least_angle: number?, most_angle: number? } the angles limit the inner angle at `mid`; other joints may lie between
---@return helioanim.TwoBone solver
function helioanim.two_bone(options) end

---Makes a solver for a head or an eye. `share` gives joints above it a part of what is left to turn.
---@param options { skeleton: helioanim.Skeleton, joint: helioanim.Joint, share: table<helioanim.Joint, number>?, axis: number[]?, limit: number? } `axis` is where the joint looks in its own space, default 0, 0, 1; `limit` the largest angle away from ahead, which is where it looks while these joints have their rest rotations
---@return helioanim.LookAt solver
function helioanim.look_at(options) end

---Makes a solver for a chain of joints.
---@param options { skeleton: helioanim.Skeleton, root: helioanim.Joint, tip: helioanim.Joint, iterations: integer?, limit: number? } at most 64 joints; `limit` is the largest turn of each joint away from its rest rotation
---@return helioanim.Chain solver
function helioanim.chain(options) end

---Makes a helper that puts feet on the ground.
---@param options { skeleton: helioanim.Skeleton, hips: helioanim.Joint, ground: (fun(x: number, z: number): number, number?, number?, number?), feet: { root: helioanim.Joint, mid: helioanim.Joint, tip: helioanim.Joint, forward: number[]? }[], max_drop: number?, max_rise: number?, speed: number? } the ground's height in model space, and its normal where feet are to tilt; `forward` is where the knee points, default 0, 0, 1; `max_drop` and `max_rise` default 0.5; `speed` metres a second
---@return helioanim.FootPlacement helper
function helioanim.foot_placement(options) end

---Makes a place that follows a joint.
---@param options { skeleton: helioanim.Skeleton, joint: helioanim.Joint, translation: number[]?, rotation: number[]?, scale: number[]? } the offset, in the joint's space
---@return helioanim.Socket socket
function helioanim.socket(options) end

---Maps the motion of one skeleton onto another. Both are held to stand alike in `from_pose` and `to_pose`, by default
---their rest poses; humanoids also have their limbs brought into line and turn to where the target faces.
---@param options helioanim.RetargetOptions
---@return helioanim.Retarget retarget
function helioanim.retarget(options) end

---Guesses which joint is which part of a human body, by the common names of Mixamo, CMU and other BVH, VRM, Rigify,
---Blender, Unreal and KayKit.
---@param skeleton helioanim.Skeleton
---@return table<string, integer> slots joints by part: `hips`, `spine`, `left_lower_arm`, `right_index_1`, ...
function helioanim.humanoid(skeleton) end

---Finds out which joints of a skeleton are each other's mirror images, for `pose:mirror`.
---@param options helioanim.MirrorOptions
---@return helioanim.Mirror mirror
function helioanim.mirror(options) end

---Makes a track that belongs to no clip yet. Key times are finite, not negative and in order; values are finite; two
---keys at one time are a cut. What is wrong is raised with the key named.
---@param options helioanim.TrackOptions
---@return helioanim.Track track
function helioanim.track(options) end

---Makes a clip.
---@param options helioanim.ClipOptions
---@return helioanim.Clip clip
function helioanim.clip(options) end

---Loads a glTF 2.0 file, `.glb` or `.gltf`. External buffers come from the file's own folder; a file cannot read
---outside it unless a `reader` is given. All nodes become one skeleton: joint i is the file's node i - 1.
---@param path string
---@param options? helioanim.LoadOptions
---@return helioanim.Document? document nil where the file cannot be read or is not sound
---@return string? message
---@return string? code
function helioanim.load_gltf(path, options) end

---Loads glTF 2.0 from the bytes of a `.glb` or the text of a `.gltf` file.
---@param bytes string
---@param options? helioanim.LoadStringOptions
---@return helioanim.Document? document
---@return string? message
---@return string? code
function helioanim.load_gltf_string(bytes, options) end

---Loads a BVH motion capture file: a Document with one clip.
---@param path string
---@param options? helioanim.BvhOptions
---@return helioanim.Document? document
---@return string? message
---@return string? code
function helioanim.load_bvh(path, options) end

---Loads BVH from the text of a file.
---@param text string
---@param options? helioanim.BvhOptions
---@return helioanim.Document? document
---@return string? message
---@return string? code
function helioanim.load_bvh_string(text, options) end

---The text of a BVH file: the skeleton, and the clip sampled at a fixed rate. Scale is left out, which BVH has not.
---@param what helioanim.Document|{ skeleton: helioanim.Skeleton, clip: helioanim.Clip } a Document's first clip unless the options name another
---@param options? helioanim.BvhWriteOptions
---@return string text
function helioanim.bvh_string(what, options) end

---Writes a BVH file. An old file of that name stays until the new one is whole.
---@param path string
---@param what helioanim.Document|{ skeleton: helioanim.Skeleton, clip: helioanim.Clip }
---@param options? helioanim.BvhWriteOptions
---@return true? written nil where the file cannot be written
---@return string? message
---@return string? code
function helioanim.write_bvh(path, what, options) end

---The bytes of a `.glb` file made of a description: what a script needs to make characters, props and test files
---without a modelling program. A description of a wrong shape raises; nil comes where its content does not fit together.
---Equal descriptions give equal bytes.
---@param description helioanim.GlbDescription
---@return string? bytes
---@return string? message
---@return string? code
function helioanim.glb_string(description) end

---Writes such a `.glb` file. An old file of that name stays until the new one is whole.
---@param path string
---@param description helioanim.GlbDescription
---@return true? written
---@return string? message
---@return string? code
function helioanim.write_glb(path, description) end

---Wraps a time into [0, duration]. Pure and periodic; a duration of 0 or less gives 0.
---@param time number seconds, any finite number
---@param duration number seconds
---@param mode helioanim.Wrap
---@return number time
function helioanim.wrap_time(time, duration, mode) end

---Spherical interpolation between two rotations along the shorter arc. The ends are normalised first.
---@param ax number
---@param ay number
---@param az number
---@param aw number
---@param bx number
---@param by number
---@param bz number
---@param bw number
---@param t number from 0 to 1
---@return number x
---@return number y
---@return number z
---@return number w
function helioanim.slerp(ax, ay, az, aw, bx, by, bz, bw, t) end

---A point of a Hermite segment between two keys.
---@param a number value at the beginning
---@param a_out number tangent there, a second
---@param b number value at the end
---@param b_in number tangent there, a second
---@param u number how far, from 0 to 1
---@param length number of the segment, in seconds
---@return number value
function helioanim.hermite(a, a_out, b, b_in, u, length) end

---The matrix of a transform: translation * rotation * scale. The rotation is normalised.
---@param ... number|number[] 10 numbers (tx, ty, tz, qx, qy, qz, qw, sx, sy, sz), or one table of them
---@return number ... 16 numbers
function helioanim.compose(...) end

---The transform nearest to an affine matrix. A mirror becomes a negative scale.
---@param ... number|number[] 16 numbers, or one table of them
---@return number ... 10 numbers (tx, ty, tz, qx, qy, qz, qw, sx, sy, sz), then the error: the largest difference to the matrix, relative to its largest entry; 0 unless it has shear
function helioanim.decompose(...) end

---One joint of `ha.skeleton`.
---@class helioanim.JointOptions
---@field name? string may be missing, and need not be unique
---@field parent? helioanim.Joint index in this list, or a name of it; none for a root
---@field translation? number[] 3 numbers; default 0, 0, 0
---@field rotation? number[] 4 numbers, normalised; default 0, 0, 0, 1
---@field scale? number[] 3 numbers; default 1, 1, 1
---@field weights? number[] rest weights of the morph targets of the joint's mesh

---What stands beside the joints in the table for `ha.skeleton`.
---@class helioanim.SkeletonOptions
---@field name? string for messages
---@field floats? table<string, number> named values that clips may drive, with their rest

---@class helioanim.SkinOptions
---@field skeleton helioanim.Skeleton
---@field joints helioanim.Joint[] in the order of the vertices' joint numbers; at most 65,535
---@field inverse_binds? number[]|helioanim.Buffer 16 numbers a joint, column-major; default identities
---@field name? string

---Keys are given as `times` and `values`, or as samples at a fixed rate: `fps`, `frames` and `values`.
---@class helioanim.TrackOptions
---@field joint? helioanim.Joint needed but for floats
---@field name? string of a float; beside a joint index, the joint's name
---@field channel helioanim.Channel
---@field interpolation? helioanim.Interpolation default `'linear'`
---@field times? number[]|helioanim.Buffer seconds, one a key
---@field values number[]|helioanim.Buffer the components of each key in a row; of cubic keys in-tangent, value and out-tangent, tangents per second
---@field targets? integer morph targets of a `weights` track; default 1
---@field components? integer of a `float` track; default 1
---@field fps? number samples a second
---@field frames? integer intervals between samples; the duration is `frames / fps`
---@field looping? boolean false: `frames + 1` samples; true: `frames` samples, closed by the first

---`fps`, `frames` and `looping` are inherited by tracks that are given as tables without `times`.
---@class helioanim.ClipOptions
---@field name? string
---@field duration? number seconds; default the largest key time
---@field looping? boolean
---@field tracks? (helioanim.Track|helioanim.TrackOptions)[] a Track that belongs to another clip is copied
---@field skeleton? helioanim.Skeleton binds the clip: its joints are known by index, and only poses of this skeleton can be sampled into
---@field fps? number
---@field frames? integer

---@class helioanim.ClockOptions
---@field now? number seconds; default 0
---@field rate? number default 1

---@class helioanim.PlayerOptions
---@field wrap? helioanim.Wrap default `'loop'`; `'clamp'` means one loop
---@field loops? number a whole number from 1 on; default `math.huge`
---@field rate? number clip seconds a clock second, may be negative; default 1
---@field start? number clip seconds; default the beginning, in reverse the end
---@field range? { [1]: number, [2]: number } clip seconds: plays this part, and shows nothing outside
---@field fade_in? number clock seconds; default 0
---@field fade_out? number clock seconds; default 0
---@field on_end? helioanim.OnEnd default `'hold'`
---@field clock? helioanim.Clock that it follows
---@field root? helioanim.RootOptions extracts root motion
---@field weight? number from 0 on; default 1
---@field threshold? number default 0
---@field muted? boolean
---@field event_limit? integer default 1000

---@class helioanim.RootOptions
---@field joint helioanim.Joint
---@field axes? string letters out of `'xyz'`: of the translation; default `'xz'`
---@field yaw? boolean also the turn about `up`; default false
---@field up? 'x'|'y'|'z' in the space of the joint's parent; default `'y'`

---Players in the list part become members of weight 1; a player's own weight counts too.
---@class helioanim.SyncGroupOptions
---@field mode? 'phase'|'markers' default `'phase'`
---@field rate? number default 1

---@class helioanim.MirrorOptions
---@field skeleton helioanim.Skeleton
---@field left? string what names of one side have where those of the other have `right`; default `'Left'`
---@field right? string default `'Right'`
---@field plane? helioanim.Plane the plane of the mirror in model space; default `'yz'`, left and right along x

---Numbers of vertices in a layout of your own. Input may be of any type, output must be float32 in a Buffer.
---@class helioanim.VertexView
---@field buffer helioanim.Buffer|string the bytes
---@field offset? integer bytes before the first vertex, default 0
---@field stride? integer bytes from vertex to vertex, default packed
---@field type? 'float32'|'unorm8'|'unorm16'|'snorm8'|'snorm16'|'uint8'|'uint16'|'uint32' default `'float32'`; joints name one of the last three
---@field components? integer joints or weights a vertex, 1 to 8, default 4

---@alias helioanim.VertexData helioanim.Buffer|helioanim.VertexView

---Buffers are float32, joints uint32, with an element for every vertex.
---@class helioanim.DeformerOptions
---@field positions helioanim.VertexData 3 components
---@field normals? helioanim.VertexData 3 components
---@field tangents? helioanim.VertexData 4 components
---@field joints? helioanim.VertexData|helioanim.VertexData[] 1 to 8 components, mostly 4; a list for several sets
---@field weights? helioanim.VertexData|helioanim.VertexData[] as many as of joints
---@field targets? { positions: helioanim.VertexData?, normals: helioanim.VertexData?, tangents: helioanim.VertexData? }[] what each morph target adds, 3 components
---@field vertex_count? integer default as many as there are positions
---@field joint_count? integer joints of the skin, which the vertices' joints must be below
---@field output? { positions: helioanim.VertexData?, normals: helioanim.VertexData?, tangents: helioanim.VertexData? } where results go, default packed Buffers of the deformer's own

---@class helioanim.RetargetOptions
---@field from helioanim.Skeleton
---@field to helioanim.Skeleton
---@field map? 'humanoid'|'names'|table<helioanim.Joint, helioanim.Joint> default `'humanoid'`; a table names joints of `from` and `to`
---@field from_pose? helioanim.Pose
---@field to_pose? helioanim.Pose
---@field root? helioanim.Joint|false of `to`, whose place follows, scaled; default the hips, or the mapped joint nearest to the root
---@field translations? 'root'|'all'|'none' default `'root'`
---@field scale? number of translations; default by the height of the hips
---@field align? boolean bring limbs into line where rest poses differ (humanoids); default true
---@field face? boolean turn to where the target faces (humanoids); default true

---@class helioanim.LoadOptions
---@field meshes? boolean read the meshes too: `doc.meshes[i].primitives`
---@field name? string of the skeleton, for messages; default the file's name
---@field reader? fun(uri: string): string?, string? gives the bytes of a buffer, once for each URI, or nil and a message

---@class helioanim.LoadStringOptions
---@field meshes? boolean read the meshes too: `doc.meshes[i].primitives`
---@field name? string of the skeleton, for messages
---@field folder? string where external buffers may be read
---@field reader? fun(uri: string): string?, string? gives the bytes of a buffer, once for each URI, or nil and a message

---@class helioanim.BvhOptions
---@field name? string of the skeleton and the clip; default the file's name
---@field scale? number of the file's unit of length in metres; default 1
---@field positions? 'add'|'replace' whether position channels add to the joint's offset or replace it; default `'add'`

---@class helioanim.BvhWriteOptions
---@field skeleton? helioanim.Skeleton
---@field clip? helioanim.Clip
---@field order? 'XYZ'|'XZY'|'YXZ'|'YZX'|'ZXY'|'ZYX' of the rotation channels; default `'ZXY'`
---@field fps? number default the file's own, or 30
---@field frames? integer default to the end of the clip

---What a `.glb` is written from. Its parts name each other by name or by index from 1; lists of numbers are flat. All
---parts but tracks and morph targets may have `extras`.
---@class helioanim.GlbDescription
---@field name? string of the scene
---@field generator? string
---@field copyright? string
---@field nodes? helioanim.GlbNode[]
---@field meshes? helioanim.GlbMesh[]
---@field materials? helioanim.GlbMaterial[]
---@field skins? helioanim.GlbSkin[]
---@field animations? helioanim.GlbAnimation[]
---@field extras? any plain tables, texts, numbers and booleans; keys are written in the order of the alphabet

---@class helioanim.GlbNode
---@field name? string
---@field parent? string|integer a node; may come later in the list
---@field translation? number[] 3 numbers
---@field rotation? number[] 4 numbers
---@field scale? number[] 3 numbers
---@field mesh? string|integer
---@field skin? string|integer
---@field weights? number[] of the mesh's morph targets
---@field extras? any

---@class helioanim.GlbMesh
---@field name? string
---@field primitives helioanim.GlbPrimitive[]
---@field weights? number[] of the morph targets
---@field extras? any

---@class helioanim.GlbPrimitive
---@field positions number[] 3 numbers a vertex
---@field normals? number[] 3 numbers a vertex
---@field uvs? number[] 2 numbers a vertex
---@field colors? number[] 4 numbers a vertex
---@field joints? integer[] 4 a vertex: places in the skin's list, from 0
---@field weights? number[] 4 a vertex
---@field indices? integer[] 3 a triangle: vertices, from 0
---@field targets? { positions: number[]?, normals: number[]? }[] what each morph target adds
---@field material? string|integer
---@field extras? any

---@class helioanim.GlbMaterial
---@field name? string
---@field color? number[] linear red, green, blue, and opacity (1)
---@field roughness? number from 0 to 1
---@field metallic? number from 0 to 1
---@field double_sided? boolean
---@field extras? any

---@class helioanim.GlbSkin
---@field name? string
---@field joints (string|integer)[] nodes
---@field inverse_binds? number[] 16 numbers a joint, column-major
---@field skeleton? string|integer the node where the joints begin
---@field extras? any

---@class helioanim.GlbAnimation
---@field name? string
---@field tracks helioanim.GlbTrack[]
---@field extras? any `helioanim = { events = { { time, name }, ... }, markers = { { name, phase }, ... } }` are read back

---@class helioanim.GlbTrack
---@field joint string|integer a node
---@field channel 'translation'|'rotation'|'scale'|'weights'
---@field interpolation? helioanim.Interpolation default `'linear'`
---@field times number[] seconds, from 0 on, each after the one before
---@field values number[] the components of each key in a row; of cubic keys in-tangent, value and out-tangent
---@field targets? integer morph targets of a `weights` track; default 1

return helioanim
