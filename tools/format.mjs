// `npm run format`: formats C++ (clang-format) and everything Biome knows. checkFormat() only looks, for npm test.
import { filesBelow, fromRoot, inRoot } from './lib/paths.mjs';
import { isMain, run } from './lib/run.mjs';
import { setup } from './setup.mjs';

export const biome = inRoot('node_modules/.bin/biome');

const cppFiles = () => filesBelow(['core', 'wasm', 'tests'], (name) => /\.(h|cc)$/.test(name));

async function clangFormat(mode) {
  const files = cppFiles();
  if (files.length === 0) return true;
  const { code, output } = await run('clang-format', [...mode, ...files], { quiet: true });
  // Of its many lines only the files' names tell something that formatting does not mend by itself.
  const named = files.filter((file) => output.includes(file)).map(fromRoot);
  if (named.length > 0) console.log(`Not formatted: ${named.join(', ')}`);
  return code === 0;
}

/** Two checks: C++ and the rest. */
export async function checkFormat() {
  const results = [
    await clangFormat(['--dry-run', '--Werror']),
    (await run(biome, ['format', '--colors=off', '--reporter=summary'])).code === 0,
  ];
  const passed = results.filter(Boolean).length;
  if (passed < results.length) console.log('`npm run format` mends this.');
  return { passed, failed: results.length - passed };
}

if (isMain(import.meta.url)) {
  await setup('test');
  const done = [await clangFormat(['-i']), (await run(biome, ['format', '--write', '--colors=off'])).code === 0];
  process.exit(done.every(Boolean) ? 0 : 1);
}
