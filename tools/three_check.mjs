// What three.js makes of glTF files: local transforms and morph weights of every node, by GLTFLoader and AnimationMixer.
//
//   node tools/three_check.mjs NODE_FOLDER REQUEST.json
//
// NODE_FOLDER holds node_modules/three. The request: [{ path, clips: [[time, ...], ...] }, ...]. Prints, for every file,
// { clips: [[{ nodes: [[10 numbers], ...], weights: { node: [...] } }, ...], ...] } or { error }; numbers of single
// precision, nodes from 0.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(pathToFileURL(process.argv[2] + '/'));
const folder = require.resolve('three').replace(/build\/[^/]*$/, '');
const load = (path) => import(pathToFileURL(folder + path));
globalThis.self = globalThis; // the loader expects a browser
console.log = console.warn = console.error = () => {}; // stdout is for the answer
const { AnimationMixer, Group, LoopOnce } = await load('build/three.module.js');
const { GLTFLoader } = await load('examples/jsm/loaders/GLTFLoader.js');

const NODE_PATH = /^\/nodes\/(\d+)\/(translation|rotation|scale|weights)$/;
const MESH_PATH = /^\/meshes\/(\d+)\/weights$/;

// KHR_animation_pointer, which three.js passes over, rewritten as plain channels; those that lead elsewhere go.
function plainChannels(json, channel) {
  const pointer = channel.target.extensions?.KHR_animation_pointer?.pointer;
  if (pointer === undefined) return [channel];
  const to = (node, path) => ({ sampler: channel.sampler, target: { node, path } });
  const [, node, path] = pointer.match(NODE_PATH) ?? [];
  if (path) return [to(Number(node), path)];
  const [, mesh] = pointer.match(MESH_PATH) ?? [];
  const users = json.nodes.map((_, i) => i).filter((i) => json.nodes[i].mesh === Number(mesh) && !json.nodes[i].weights);
  return users.map((user) => to(user, 'weights'));
}

// Where glTF leaves room, helioanim's choices: a node with a matrix is not moved by transforms, a track without keys
// does not exist.
function takesEffect(json, animation, channel) {
  const node = json.nodes[channel.target.node];
  if (node?.matrix && channel.target.path !== 'weights') return false;
  return json.accessors[animation.samplers[channel.sampler].input].count > 0;
}

// A plugin only to reach the parser before it works: buffers come from the disk, keys may be interleaved.
function prepare(parser, path) {
  const { json } = parser;
  for (const animation of json.animations ?? []) {
    animation.channels = animation.channels.flatMap((channel) => plainChannels(json, channel))
      .filter((channel) => takesEffect(json, animation, channel));
  }
  const loadBuffer = parser.loadBuffer.bind(parser), loadAccessor = parser.loadAccessor.bind(parser);
  parser.loadBuffer = async (index) => {
    const { uri } = json.buffers[index];
    if (uri === undefined) return loadBuffer(index);
    const data = uri.match(/^data:[^,]*;base64,(.*)$/s);
    const bytes = data ? Buffer.from(data[1], 'base64') : readFileSync(join(dirname(path), decodeURIComponent(uri)));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  };
  parser.loadAccessor = async (index) => {
    const accessor = await loadAccessor(index);
    return accessor.isInterleavedBufferAttribute ? accessor.clone() : accessor;
  };
  return { name: 'prepared', loadTexture: () => Promise.resolve(null) };
}

async function read(path) {
  const bytes = readFileSync(path);
  const loader = new GLTFLoader();
  loader.register((parser) => prepare(parser, path));
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new Promise((done, fail) => loader.parse(data, '', done, fail));
}

const single = (list) => Array.from(list, (x) => Number(Math.fround(x).toPrecision(9)));

// The mesh of a node, which may be the node itself or a child that is no node.
function influences(node, nodes) {
  const mesh = [node, ...node.children.filter((child) => !nodes.includes(child))].find((object) => object.isMesh);
  return mesh?.morphTargetInfluences;
}

function pose(nodes) {
  const weights = {};
  nodes.forEach((node, i) => {
    const list = influences(node, nodes);
    if (list?.length) weights[i] = single(list);
  });
  const numbers = (n) => single([...n.position.toArray(), ...n.quaternion.toArray(), ...n.scale.toArray()]);
  return { nodes: nodes.map(numbers), weights };
}

async function sample({ path, clips }) {
  const gltf = await read(path);
  const count = gltf.parser.json.nodes?.length ?? 0;
  const nodes = await Promise.all(Array.from({ length: count }, (_, i) => gltf.parser.getDependency('node', i)));
  const root = new Group();
  for (const node of nodes) {
    let top = node;
    while (top.parent) top = top.parent;
    if (top !== root) root.add(top);
  }
  return {
    clips: clips.map((times, i) => {
      const mixer = new AnimationMixer(root);
      const action = mixer.clipAction(gltf.animations[i]).setLoop(LoopOnce);
      action.clampWhenFinished = true;
      const poses = times.map((time) => {
        action.reset().play();
        mixer.setTime(Math.fround(time)); // decimals on the way here round
        return pose(nodes);
      });
      mixer.stopAllAction(); // back to rest
      return poses;
    }),
  };
}

const answers = [];
for (const request of JSON.parse(readFileSync(process.argv[3], 'utf8'))) {
  answers.push(await sample(request).catch((error) => ({ error: String(error) })));
}
process.stdout.write(JSON.stringify(answers));
