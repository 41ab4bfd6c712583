// Runs the Khronos validator over .glb files: node tools/validate_glb.mjs FILE... Exit 1 on any error or warning.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const validator = createRequire(new URL('../build/node/', import.meta.url))('gltf-validator');
let bad = 0;
for (const path of process.argv.slice(2)) {
  const { issues } = await validator.validateBytes(new Uint8Array(readFileSync(path)), { uri: path });
  bad += issues.numErrors + issues.numWarnings;
  console.log(`${path}: ${issues.numErrors} errors, ${issues.numWarnings} warnings, ${issues.numInfos} notes`);
  for (const m of issues.messages.slice(0, 20)) console.log(`  ${m.code} ${m.pointer ?? ''} ${m.message}`);
}
process.exit(bad > 0 ? 1 : 0);
