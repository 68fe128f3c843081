// `npm run format`: formats C++ (clang-format) and everything Biome knows. checkFormat() only looks, for npm test.
import { pathToFileURL } from 'node:url';
import { filesBelow, inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setup } from './setup.mjs';

export const biome = inRoot('node_modules/.bin/biome');

const cppFiles = () => filesBelow(['core', 'wasm', 'tests'], (name) => /\.(h|cc)$/.test(name));

async function clangFormat(mode) {
  const files = cppFiles();
  return files.length === 0 || (await run('clang-format', [...mode, ...files])).code === 0;
}

/** Two checks: C++ and the rest. */
export async function checkFormat() {
  const results = [
    await clangFormat(['--dry-run', '--Werror']),
    (await run(biome, ['format', '--colors=off'])).code === 0,
  ];
  const passed = results.filter(Boolean).length;
  if (passed < results.length) console.log('`npm run format` mends this.');
  return { passed, failed: results.length - passed };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setup('test');
  const done = [await clangFormat(['-i']), (await run(biome, ['format', '--write', '--colors=off'])).code === 0];
  process.exit(done.every(Boolean) ? 0 : 1);
}
