// `npm run bench`: all benchmarks, one after the other, on a fresh build. `npm run bench -- NAME [ARGS…]`: tests/bench/NAME.mjs.
import { basename, dirname } from 'node:path';
import { build } from './build.mjs';
import { filesBelow, inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setup } from './setup.mjs';

// What a benchmark is made of lies in folders below.
const names = filesBelow(['tests/bench'], (name) => name.endsWith('.mjs'))
  .filter((file) => dirname(file) === inRoot('tests/bench'))
  .map((file) => basename(file, '.mjs'));
const [name, ...args] = process.argv.slice(2);
if (name !== undefined && !names.includes(name)) {
  console.error(`bench: which? npm run bench [-- ${names.join(' | ')}]`);
  process.exit(2);
}
await setup('build');
await build();
for (const one of name === undefined ? names : [name]) {
  if (name === undefined) console.log(`\n── ${one}`);
  const { code } = await run('node', [inRoot('tests/bench', `${one}.mjs`), ...args]);
  process.exitCode ||= code;
}
