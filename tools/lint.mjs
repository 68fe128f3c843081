// `npm run lint`: Biome for JavaScript and TypeScript, clang-tidy for C++. Two checks of npm test.
//
// clang-tidy takes seconds a file, so a file is looked at again only when it, a header it includes or the settings
// changed.
import { availableParallelism } from 'node:os';
import { biome } from './format.mjs';
import { buildPreset } from './lib/cmake.mjs';
import { filesBelow, fromRoot, inRoot } from './lib/paths.mjs';
import { isMain, run } from './lib/run.mjs';
import { hashFiles, isFresh, markFresh } from './lib/stamp.mjs';
import { setup } from './setup.mjs';

/** The repository's headers that each compiled file includes, from what Ninja learnt while compiling. */
async function includedHeaders() {
  const { output } = await run('ninja', ['-C', inRoot('build/asan'), '-t', 'deps'], { quiet: true });
  const headers = new Map();
  for (const block of output.split('\n\n')) {
    const paths = block
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter(Boolean);
    if (paths.length > 0)
      headers.set(
        paths[0],
        paths.slice(1).filter((path) => path.startsWith(inRoot(''))),
      );
  }
  return headers;
}

async function clangTidy() {
  await buildPreset('asan'); // compile_commands.json, generated headers, dependencies
  const headers = await includedHeaders();
  const queue = filesBelow(['core'], (name) => name.endsWith('.cc'));
  let good = true;
  let looked = 0;
  const worker = async () => {
    for (let file = queue.pop(); file; file = queue.pop()) {
      const stamp = `tidy-${fromRoot(file).replaceAll('/', '-')}`;
      const hash = hashFiles([inRoot('.clang-tidy'), inRoot('CMakePresets.json'), file, ...(headers.get(file) ?? [])]);
      if (isFresh(stamp, hash)) continue;
      looked++;
      const { code, output } = await run('clang-tidy', ['-p', inRoot('build/asan'), '--quiet', file], { quiet: true });
      if (code === 0) markFresh(stamp, hash);
      else console.log(output);
      good &&= code === 0;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  console.log(`clang-tidy looked at ${looked} changed files`);
  return good;
}

export async function lint() {
  const results = [(await run(biome, ['lint', '--error-on-warnings', '--colors=off'])).code === 0, await clangTidy()];
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

if (isMain(import.meta.url)) {
  await setup('test');
  process.exit((await lint()).failed === 0 ? 0 : 1);
}
