// npm run bench -- load [MEGABYTES,…] [--runs=N]: from a large HloProto to the first chart, and how that grows with its size.
//
// The files are a real program several times over (generate/replicate.mjs; of ../shared, or generated ones where that is absent).
// Side by side in each round: XProf's server and xprof-rs's, each asked over loopback by the same browser for the first time
// and once more (up to 200 MB: XProf takes minutes and tens of GB beyond), our page in Chromium and Firefox from the file chosen
// to the first chart, switching to another memory space and back in our core, and the floor: a page that reads the same bytes.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inRoot, shared } from '../../tools/lib/paths.mjs';
import { generatedModule } from './generate/module.mjs';
import { writeReplicated } from './generate/replicate.mjs';
import { measurePage, measureReading } from './xprof/measure_page.mjs';
import { attempt, engines, median, medianOf, printTable } from './xprof/measuring.mjs';
import { firstAnswer, measureServer, secondAnswer, serverBytes } from './xprof/server.mjs';
import { xprof, xprofRust } from './xprof/venv.mjs';

const options = process.argv.slice(2);
const runs = Number(options.find((word) => word.startsWith('--runs='))?.slice(7) ?? 3);
const sizes = (options.find((word) => !word.startsWith('--')) ?? '10,100,500').split(',').map(Number);
const XPROF_MOST = 200;

function sourceFile() {
  const folder = join(shared, 'data/jax/transformer_large');
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith('after_optimizations.hlo.pb'));
  return name ? join(folder, name) : generatedModule(10_000);
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

const theirs = await xprof();
const rust = xprofRust();
console.log(theirs.server ? `bench: XProf ${theirs.version}` : `bench: without XProf: ${theirs.reason}`);
if (!rust.server) console.log(`bench: without xprof-rs: ${rust.reason}`);
const browsers = await engines();

mkdirSync(inRoot('build/bench'), { recursive: true });
const rows = [];
for (const megabytes of sizes) {
  const file = inRoot('build/bench', `replicated_${megabytes}.hlo.pb`);
  if (!existsSync(file)) writeReplicated(sourceFile(), megabytes * 1e6, file);
  const size = statSync(file).size;
  const all = { xprof: [], rust: [], switching: [], chromium: [], firefox: [], chromiumFloor: [], firefoxFloor: [] };
  const input = { file, module: 'jit_train_step', space: 0 };
  for (let round = 0; round < runs; round++) {
    for (const [name, engine] of Object.entries(browsers)) {
      await attempt(all[`${name}Floor`], `${megabytes} MB: floor`, () => measureReading(engine, { file }));
      await attempt(all[name], `${megabytes} MB: ${name}`, () => measurePage(engine, { file }));
    }
    await attempt(all.switching, `${megabytes} MB: switching`, () => switching(file));
    if (megabytes > XPROF_MOST) continue;
    for (const [samples, { server }] of [
      [all.xprof, theirs],
      [all.rust, rust],
    ]) {
      if (server) await attempt(samples, `${megabytes} MB: server`, () => measureServer(server, browsers, input));
    }
  }
  rows.push({ size, ...all });
}
for (const engine of Object.values(browsers)) await engine.close();

const shown = (value, text) => (Number.isFinite(value) ? text(value) : '–');
const seconds = (value) => shown(value, (s) => (s < 1 ? `${(s * 1000).toFixed(0)} ms` : `${s.toFixed(2)} s`));
const times = (value) => shown(value, (x) => `${x.toFixed(1)}×`);
const megabytesOf = (value) => shown(value, (bytes) => `${(bytes / 1e6).toFixed(0)} MB`);
const same = (list) => medianOf(list, (one) => one);

const tables = [
  [
    'file',
    'Chromium',
    'reading',
    'Firefox',
    'reading',
    'switch',
    'XProf',
    'again',
    'xprof-rs',
    'again',
    'wasm',
    'heap',
  ],
  ['XProf÷Chromium', '÷Firefox', 'again÷switch', 'memory', 'rs÷Chromium', '÷Firefox', 'again÷switch', 'memory'],
  ['Chromium÷reading', 'Firefox÷reading', 'wasm÷file', 'ms per MB'],
].map((columns, index) => ({ columns: index === 0 ? columns : ['file', ...columns], cells: [] }));
for (const row of rows) {
  const chart = {
    chromium: medianOf(row.chromium, (one) => one.chart),
    firefox: medianOf(row.firefox, (one) => one.chart),
  };
  const wasm = medianOf(row.chromium, (one) => one.wasmBytes);
  const heap = medianOf(row.chromium, (one) => one.heapBytes);
  const switched = same(row.switching);
  const file = megabytesOf(row.size);
  const ratios = (list) => [
    firstAnswer(list, 'chromium') / chart.chromium,
    firstAnswer(list, 'firefox') / chart.firefox,
    secondAnswer(list) / switched,
    serverBytes(list) / heap,
  ];
  tables[0].cells.push([
    file,
    ...[chart.chromium, same(row.chromiumFloor), chart.firefox, same(row.firefoxFloor), switched].map(seconds),
    ...[
      firstAnswer(row.xprof, 'chromium'),
      secondAnswer(row.xprof),
      firstAnswer(row.rust, 'chromium'),
      secondAnswer(row.rust),
    ].map(seconds),
    ...[wasm, heap].map(megabytesOf),
  ]);
  tables[1].cells.push([file, ...[...ratios(row.xprof), ...ratios(row.rust)].map(times)]);
  tables[2].cells.push([
    file,
    ...[chart.chromium / same(row.chromiumFloor), chart.firefox / same(row.firefoxFloor)].map(times),
    shown(wasm / row.size, (x) => x.toFixed(2)),
    shown((chart.chromium * 1e9) / row.size, (x) => x.toFixed(1)),
  ]);
}
console.log(`
Medians of ${runs} interleaved runs. Chromium, Firefox: file chosen → first chart, in a page opened two seconds before; reading:
the same browser reads the file and does nothing else; switch: another space, or the same again, of an open module in the
core. XProf, xprof-rs: servers that run, asked by Chromium (ratios: by either browser) for a file that is new to them and
once more, until the answer is parsed. wasm: the page's wasm memory; heap: with the slice read and the page's objects.
`);
for (const { columns, cells } of tables) {
  printTable(columns, cells);
  console.log();
}
