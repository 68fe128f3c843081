// npm run bench -- load [MEGABYTES,…] [--runs=N]: from a large HloProto to the first chart, and how that grows with its size.
//
// The files are a real program several times over (generate/replicate.mjs; of ../shared, or generated ones where that is absent).
// Side by side in each round: XProf's first and second call plus its page's JSON.parse (up to 200 MB: it takes minutes and tens
// of GB beyond), our page in Chromium and Firefox from the file chosen to the first chart, switching to another memory space
// and back in our core, and the floor: a process that reads the same bytes.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inRoot, shared } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';
import { generatedModule } from './generate/module.mjs';
import { writeReplicated } from './generate/replicate.mjs';
import { measurePage } from './xprof/measure_page.mjs';
import { measureXprof } from './xprof/measure_xprof.mjs';
import { attempt, engines, median, medianOf, printTable } from './xprof/measuring.mjs';
import { xprof } from './xprof/venv.mjs';

const options = process.argv.slice(2);
const runs = Number(options.find((word) => word.startsWith('--runs='))?.slice(7) ?? 3);
const sizes = (options.find((word) => !word.startsWith('--')) ?? '10,100,500').split(',').map(Number);
const XPROF_MOST = 200;

function sourceFile() {
  const folder = join(shared, 'data/jax/transformer_large');
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith('after_optimizations.hlo.pb'));
  return name ? join(folder, name) : generatedModule(10_000);
}

const FLOOR = `const fs = require('fs'), f = fs.openSync(process.argv[1]), b = Buffer.alloc(1 << 20);
const t = performance.now(); while (fs.readSync(f, b, 0, b.length, null) > 0); console.log((performance.now() - t) / 1000)`;

async function floor(file) {
  const { code, output } = await run(process.execPath, ['-e', FLOOR, file], { quiet: true });
  if (code !== 0) throw new Error(output);
  return Number(output);
}

/** Seconds of showing a space of a module that is open already: views of each other space, and of the first again. */
async function switching(file) {
  const create = createRequire(import.meta.url)(inRoot('build/wasm/memory_viewer.js'));
  const core = await create({ wasmBinary: readFileSync(inRoot('build/wasm/memory_viewer.wasm')) });
  const session = new core.Session();
  const bytes = readFileSync(file);
  session.addFile(
    'bench.hlo.pb',
    bytes.length,
    (at, length) => bytes.subarray(at, at + length),
    () => {},
  );
  const { module, spaces } = session.modules()[0];
  const show = (space) => {
    const start = performance.now();
    const view = session.view(module, space, -1);
    const { points, peakPoint } = view.overview();
    view.curve(0, points, 1400);
    for (const order of [0, 1, 2]) view.strip(peakPoint, order, 0, 1e15, 1400, 2);
    view.delete();
    return (performance.now() - start) / 1000;
  };
  show(spaces[0].space);
  return median([...spaces.slice(1), spaces[0]].map(({ space }) => show(space)));
}

const { python, version, reason } = await xprof();
console.log(python ? `bench: XProf ${version}` : `bench: without XProf: ${reason}`);
const browsers = await engines();

mkdirSync(inRoot('build/bench'), { recursive: true });
const rows = [];
for (const megabytes of sizes) {
  const file = inRoot('build/bench', `replicated_${megabytes}.hlo.pb`);
  if (!existsSync(file)) writeReplicated(sourceFile(), megabytes * 1e6, file);
  const size = statSync(file).size;
  const all = { floor: [], xprof: [], chromium: [], firefox: [], switching: [] };
  for (let round = 0; round < runs; round++) {
    await attempt(all.floor, 'floor', () => floor(file));
    for (const [name, engine] of Object.entries(browsers))
      await attempt(all[name], `${megabytes} MB: ${name}`, () => measurePage(engine, { file }));
    await attempt(all.switching, `${megabytes} MB: switching`, () => switching(file));
    if (python && megabytes <= XPROF_MOST)
      await attempt(all.xprof, `${megabytes} MB: XProf`, () =>
        measureXprof(python, { file, module: 'jit_train_step', space: 0 }),
      );
  }
  rows.push({
    size,
    floor: medianOf(all.floor, (one) => one),
    chromium: medianOf(all.chromium, ({ chart }) => chart),
    firefox: medianOf(all.firefox, ({ chart }) => chart),
    heap: medianOf(all.chromium, ({ heapBytes }) => heapBytes),
    switching: medianOf(all.switching, (one) => one),
    first: medianOf(all.xprof, ({ first, parse }) => first + parse),
    again: medianOf(all.xprof, ({ warm, parse }) => warm + parse),
    memory: medianOf(all.xprof, ({ peakKiB }) => peakKiB * 1024),
  });
}
for (const engine of Object.values(browsers)) await engine.close();

const shown = (value, text) => (Number.isFinite(value) ? text(value) : '–');
const seconds = (value) => shown(value, (s) => (s < 1 ? `${(s * 1000).toFixed(0)} ms` : `${s.toFixed(2)} s`));
const times = (value) => shown(value, (x) => `${x.toFixed(1)}×`);
const megabytesOf = (value) => shown(value, (bytes) => `${(bytes / 1e6).toFixed(0)} MB`);
const COLUMNS = [
  ...['file', 'floor', 'Chromium', 'Firefox', 'switch', 'XProf first', 'again', 'wasm', 'XProf memory'],
  ...[
    'first÷Chromium',
    'first÷Firefox',
    'again÷switch',
    'memory',
    'Chromium÷floor',
    'wasm÷file',
    'ms per MB',
    'wasm per MB',
  ],
];
const cells = rows.map((row) => [
  megabytesOf(row.size),
  ...[row.floor, row.chromium, row.firefox, row.switching, row.first, row.again].map(seconds),
  ...[row.heap, row.memory].map(megabytesOf),
  ...[row.first / row.chromium, row.first / row.firefox, row.again / row.switching, row.memory / row.heap].map(times),
  ...[row.chromium / row.floor, row.heap / row.size].map((value) => shown(value, (x) => x.toFixed(2))),
  shown((row.chromium * 1e9) / row.size, (x) => x.toFixed(1)),
  shown((row.heap * 1e6) / row.size, (x) => `${(x / 1e6).toFixed(2)} MB`),
]);
console.log(`
Medians of ${runs} interleaved runs. XProf: a call in a running process, plus JSON.parse of its answer; Chromium, Firefox: file chosen →
first chart, in a page opened two seconds before; switch: another space, or the same again, of an open module in the core; floor: reading the
file and nothing else. wasm: the page's wasm memory.
`);
printTable(COLUMNS, cells);
