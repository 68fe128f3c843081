// npm run bench -- queries [COUNTS]: what each question of the screen costs the core, natively, as modules grow.
import { buildPreset } from '../../tools/lib/cmake.mjs';
import { inRoot } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';
import { generatedModule } from './generate/module.mjs';

const [counts = '10000,100000,1000000'] = process.argv.slice(2);
await buildPreset('native');
const files = counts.split(',').map((count) => generatedModule(Number(count)));
process.exitCode = (await run(inRoot('build/native/tests/xmv_bench_queries'), files)).code;
