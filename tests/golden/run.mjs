// Golden test: XProf's answers for real files, replayed by the native build under the sanitizers and by the built
// command line (wasm). Closing line "N passed, N failed[, N skipped]".
//
//   node tests/golden/run.mjs [REGEX]     only files, modules and spaces that match
//
// Small cases are in tests/data; all of shared/data is replayed where it is there, else counted as one skipped test a
// program.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { inRoot } from '../../tools/lib/paths.mjs';
import { compare } from './compare.mjs';

const run = promisify(execFile);
const only = new RegExp(process.argv[2] ?? '');
const programs = {
  native: [inRoot('build/asan/tests/xmv_native')],
  wasm: [process.execPath, inRoot('dist/cli.mjs')],
};

/** The cases of an index.tsv: file, module, space, and the file with XProf's answer, all below `folder`. */
function casesOf(folder, index) {
  return readFileSync(join(folder, index), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([file, module, space]) => only.test(`${file} ${module} ${space}`))
    .map(([file, module, space, golden]) => ({
      name: `${file} ${module} space ${space}`,
      file: join(folder, file),
      module,
      space,
      golden: join(folder, 'golden', golden),
    }));
}

async function check({ file, module, space, golden }, [program, ...first]) {
  const args = [...first, file, '--module', module, '--space', space, '--xprof-json'];
  const { stdout } = await run(program, args, { maxBuffer: 1 << 30, encoding: 'utf8' });
  return compare(JSON.parse(gunzipSync(readFileSync(golden))), JSON.parse(stdout));
}

const shared = process.env.XMV_SHARED;
const cases = casesOf(inRoot('tests/data'), 'golden/index.tsv');
let skipped = 0;
if (shared && existsSync(join(shared, 'data/golden/index.tsv')))
  cases.push(...casesOf(join(shared, 'data'), 'golden/index.tsv'));
else skipped = Object.keys(programs).length;

let passed = 0;
let failed = 0;
for (const [kind, program] of Object.entries(programs)) {
  for (const one of cases) {
    let problems;
    try {
      problems = await check(one, program);
    } catch (error) {
      problems = [(error.stderr || error.message).trim().slice(0, 500)];
    }
    if (problems.length === 0) {
      passed++;
      continue;
    }
    failed++;
    console.log(`FAIL ${kind}: ${one.name}\n     ${problems.slice(0, 4).join('\n     ')}`);
  }
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
