// `npm run bench -- NAME [ARGS…]`: runs tests/bench/NAME.mjs on a fresh build.
import { basename, dirname } from 'node:path';
import { build } from './build.mjs';
import { filesBelow, inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setup } from './setup.mjs';

// What a benchmark is made of may lie in a folder of its own below.
const names = filesBelow(['tests/bench'], (name) => name.endsWith('.mjs'))
  .filter((file) => dirname(file) === inRoot('tests/bench'))
  .map((file) => basename(file, '.mjs'));
const [name, ...args] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`bench: which? npm run bench -- ${names.join(' | ')}`);
  process.exit(2);
}
await setup('build');
await build();
process.exitCode = (await run('node', [inRoot('tests/bench', `${name}.mjs`), ...args])).code;
