// npm run bench -- text: readers of text and the log scanner against memchr over the same bytes, natively; and a log of
// 500 MB with one error in it from disk, natively and in WebAssembly. Exit status 1 if a reader is over its limit (50 × for
// dumps, 10 × for logs).
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from '../../tools/lib/cmake.mjs';
import { cli, inRoot, shared } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';

await buildPreset('native');
const program = inRoot('build/native/tests/xmv_bench_text');
const data = shared && existsSync(join(shared, 'data')) ? join(shared, 'data') : inRoot('tests/data');
let { code } = await run(program, [data]);

const log = inRoot('build/bench/500mb.log');
mkdirSync(inRoot('build/bench'), { recursive: true });
if (!existsSync(log)) await run(program, ['--make-log', log]);
code ||= (await run(program, ['--log', log])).code;

const begin = performance.now();
const listed = await run('node', [cli, log, '--list'], { quiet: true });
console.log(`the same in WebAssembly (Node): ${((performance.now() - begin) / 1000).toFixed(2)} s`);
process.exitCode = code || listed.code;
