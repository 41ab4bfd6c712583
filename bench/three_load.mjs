// Loads a .glb with three.js' GLTFLoader and prints the milliseconds that parsing took.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(pathToFileURL(process.argv[2] + '/'));
const root = require.resolve('three').replace(/build\/[^/]*$/, '');
globalThis.self = globalThis;  // the loader expects a browser
const { GLTFLoader } = await import(pathToFileURL(root + 'examples/jsm/loaders/GLTFLoader.js'));

const start = performance.now();
const bytes = readFileSync(process.argv[3]);
const loader = new GLTFLoader();
// Textures need a browser; animation does not.
loader.register(() => ({ name: 'no-textures', loadTexture: () => Promise.resolve(null) }));
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const gltf = await new Promise((done, fail) => loader.parse(buffer, '', done, fail));
console.log(performance.now() - start, gltf.animations.length);
