// `npm run fuzz -- SECONDS [NAME…]`: runs each libFuzzer target of tests/fuzz (or those named) for SECONDS. What it
// learns stays in build/fuzz/corpus/NAME; an input that breaks something is left in build/fuzz/NAME-crash-…. Once mended,
// it belongs in tests/data/crashes, where a unit test opens it for ever.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildPreset } from './lib/cmake.mjs';
import { filesBelow, inRoot } from './lib/paths.mjs';
import { isMain, run } from './lib/run.mjs';
import { setup } from './setup.mjs';

// Larger inputs make it slow and show nothing new.
const LARGEST = 32 << 10;

/** What to start from: real files, unpacked as well, since random bytes do not find their way through a checksum. */
function gatherSeeds(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = ['tests/data/jax', 'tests/data/profiles', 'tests/data/crashes', 'tests/fuzz/seeds'];
  for (const file of filesBelow(sources, () => true)) {
    const bytes = readFileSync(file);
    const all = file.endsWith('.gz') ? [bytes, gunzipSync(bytes)] : [bytes];
    for (const [i, seed] of all.entries()) {
      if (seed.length <= LARGEST) writeFileSync(`${folder}/${i}-${basename(file)}`, seed);
    }
  }
}

/**
 * Runs the targets for so many seconds each. Resolves to {passed, failed}, a target counting as one test.
 * `repeatable`: the same inputs each time, from the seeds alone, so that a test run fails for its change and not by luck.
 */
export async function fuzz(seconds, chosen = [], { repeatable = false } = {}) {
  await buildPreset('fuzz');
  const seeds = inRoot('build/fuzz/seeds');
  gatherSeeds(seeds);
  const targets = filesBelow(['tests/fuzz'], (name) => name.endsWith('.cc'))
    .map((file) => basename(file, '.cc'))
    .filter((name) => chosen.length === 0 || chosen.includes(name));
  let failed = targets.length === 0 ? 1 : 0;
  for (const name of targets) {
    const corpus = inRoot(repeatable ? 'build/fuzz/corpus-of-test' : 'build/fuzz/corpus', name);
    if (repeatable) rmSync(corpus, { recursive: true, force: true });
    mkdirSync(corpus, { recursive: true });
    const own = inRoot('tests/fuzz', `${name}.dict`);
    const args = [
      `-max_total_time=${seconds}`,
      ...(repeatable ? ['-seed=1', '-runs=2000'] : []),
      `-max_len=${LARGEST}`,
      '-rss_limit_mb=2048',
      '-malloc_limit_mb=512', // nothing in files of this size may ask for so much at once
      '-timeout=10',
      '-print_final_stats=1',
      '-print_funcs=0',
      `-artifact_prefix=${inRoot('build/fuzz', `${name}-`)}`,
      `-dict=${existsSync(own) ? own : inRoot('tests/fuzz/common.dict')}`,
      corpus,
      seeds, // read, never written to
    ];
    // Short stacks of allocations: they are most of the time otherwise.
    const env = { ASAN_OPTIONS: 'malloc_context_size=2:quarantine_size_mb=32' };
    const { code, output } = await run(inRoot('build/fuzz/fuzz', name), args, { env, quiet: true });
    if (code !== 0) {
      failed++;
      console.log(output.split('\n').slice(-60).join('\n'));
    }
    const inputs = /^stat::number_of_executed_units: (\d+)$/m.exec(output)?.[1];
    const covered = output
      .match(/ cov: \d+/g)
      ?.at(-1)
      ?.slice(6);
    console.log(`${name}: ${code === 0 ? 'ok' : 'BROKEN'}, ${inputs} inputs, ${covered} edges covered`);
  }
  return { passed: Math.max(0, targets.length - failed), failed };
}

if (isMain(import.meta.url)) {
  const [seconds = '60', ...chosen] = process.argv.slice(2);
  if (!(Number(seconds) > 0)) {
    console.error('fuzz: say how many seconds: npm run fuzz -- 60');
    process.exit(2);
  }
  await setup('test');
  const { passed, failed } = await fuzz(Number(seconds), chosen);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
