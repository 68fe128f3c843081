// `npm run fuzz -- SECONDS [NAME…]`: runs each libFuzzer target of tests/fuzz (or those named) for SECONDS. What it
// learns stays in build/fuzz/corpus/NAME; an input that breaks something is left in build/fuzz/NAME-crash-….
import { existsSync, mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { buildPreset } from './lib/cmake.mjs';
import { filesBelow, inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setup } from './setup.mjs';

const [seconds = '60', ...chosen] = process.argv.slice(2);
if (!(Number(seconds) > 0)) {
  console.error('fuzz: say how many seconds: npm run fuzz -- 60');
  process.exit(2);
}
await setup('test');
await buildPreset('fuzz');

const targets = filesBelow(['tests/fuzz'], (name) => name.endsWith('.cc'))
  .map((file) => basename(file, '.cc'))
  .filter((name) => chosen.length === 0 || chosen.includes(name));
let failed = targets.length === 0 ? 1 : 0;
for (const name of targets) {
  console.log(`\n── ${name}`);
  const corpus = inRoot('build/fuzz/corpus', name);
  mkdirSync(corpus, { recursive: true });
  // The second folder is read as seeds, never written to.
  const folders = [corpus, inRoot('tests/data')].filter(existsSync);
  const limits = [`-max_total_time=${seconds}`, '-rss_limit_mb=2048', '-timeout=10'];
  const { code } = await run(inRoot('build/fuzz/fuzz', name), [
    ...limits,
    '-print_final_stats=1',
    `-artifact_prefix=${inRoot('build/fuzz', `${name}-`)}`,
    ...folders,
  ]);
  if (code !== 0) failed++;
}
console.log(`\n${targets.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
