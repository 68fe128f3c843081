// `npm test [-- STEP…]`: sets the machine up, builds, checks everything; or only the steps named.
//
// The last line is "N passed, N failed[, N skipped]" over all steps; a check such as formatting counts as one test. The
// exit status is 1 if anything failed.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { build } from './build.mjs';
import { checkRooms } from './check_rooms.mjs';
import { checkFormat } from './format.mjs';
import { fuzz } from './fuzz.mjs';
import { buildPreset } from './lib/cmake.mjs';
import { fromCatch2, fromClosingLine, fromNode, summary } from './lib/counts.mjs';
import { filesBelow, fromRoot, inRoot, shared } from './lib/paths.mjs';
import { run, since } from './lib/run.mjs';
import { lint } from './lint.mjs';
import { setup } from './setup.mjs';

// Tests that need the files in ../shared skip themselves when this is not set.
const env = existsSync(shared) ? { XMV_SHARED: shared } : {};

const asCheck = ({ code }) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

async function types() {
  return asCheck(await run(inRoot('node_modules/.bin/tsc'), ['--pretty', 'false', '-p', '.']));
}

async function cpp() {
  await buildPreset('asan');
  const report = inRoot('build/asan/report.json');
  rmSync(report, { force: true });
  const { code } = await run(inRoot('build/asan/tests/xmv_tests'), ['-r', 'console', '-r', `json::out=${report}`], {
    env: { ...env, UBSAN_OPTIONS: 'print_stacktrace=1', ASAN_OPTIONS: 'detect_stack_use_after_return=1' },
  });
  let parsed = null;
  try {
    parsed = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    // absent or cut short: the program died
  }
  return fromCatch2(parsed, code);
}

/** Without files, `node --test` would look for some of its own, this one among them. */
async function nodeTests(files, options) {
  if (files.length === 0) throw new Error('there are no tests');
  return fromNode(await run('node', [...options, '--test', '--test-reporter=spec', ...files], { env }));
}

async function ts() {
  const { bundleTests } = await import('./lib/bundle.mjs');
  const sources = filesBelow(['www', 'tests'], (name) => /\.test\.tsx?$/.test(name));
  rmSync(inRoot('build/ts'), { recursive: true, force: true });
  await bundleTests(sources, 'build/ts');
  const bundled = sources.map((file) => inRoot('build/ts', fromRoot(file).replace(/\.tsx?$/, '.mjs')));
  return nodeTests(bundled, ['--enable-source-maps']);
}

async function golden() {
  return fromClosingLine(await run('node', ['tests/golden/run.mjs'], { env }));
}

async function e2e() {
  // One process, one test after the other: each browser starts once, and two at work on few cores would make each other
  // time out.
  return nodeTests([inRoot('tests/e2e/all.mjs')], []);
}

const STEPS = {
  format: { run: checkFormat },
  lint: { run: lint },
  types: { run: types },
  rooms: { run: checkRooms },
  cpp: { run: cpp },
  ts: { run: ts, usesBuild: true },
  // The same two thousand inputs a target each time; `npm run fuzz` looks further.
  fuzz: { run: () => fuzz(60, [], { repeatable: true }) },
  golden: { run: golden, usesBuild: true },
  e2e: { run: e2e, usesBuild: true },
};

async function timed(name, action) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  let counts;
  try {
    counts = (await action()) ?? { passed: 0, failed: 0 };
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    counts = { passed: 0, failed: 1 };
  }
  const tests = counts.passed + counts.failed > 0 || counts.skipped > 0 ? `${summary(counts)}, ` : '';
  console.log(`── ${name}: ${tests}${since(start)}`);
  return counts;
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !STEPS[name]);
if (unknown.length > 0) {
  console.error(`test: no step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}`);
  process.exit(2);
}
const steps = Object.entries(STEPS).filter(([name]) => chosen.length === 0 || chosen.includes(name));

const total = { passed: 0, failed: 0, skipped: 0 };
const add = (counts) => {
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
};
add(await timed('setup', () => setup('test')));
if (total.failed === 0) {
  let built = true;
  if (steps.some(([, { usesBuild }]) => usesBuild)) {
    const counts = await timed('build', build);
    built = counts.failed === 0;
    add(counts);
  }
  // Without a build, what does not need it still tells something.
  for (const [name, { run: step, usesBuild }] of steps) {
    if (built || !usesBuild) add(await timed(name, step));
  }
}
console.log(`\n${summary(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
