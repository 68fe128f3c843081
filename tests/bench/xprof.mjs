// npm run bench -- xprof [PART OF A NAME] [--runs=N]: time and memory side by side with XProf's Memory Viewer.
//
// For each file and its main memory: XProf as a process, as first and second call in a running one, and the parsing of its
// JSON; our command line as a process giving the same JSON; our page in Chromium and Firefox, from the file chosen to the first
// chart drawn. One after the other in each round, so that a busy machine is busy for all; medians. XProf is optional.
import { inputs } from './xprof/inputs.mjs';
import { measureCli } from './xprof/measure_cli.mjs';
import { measurePage } from './xprof/measure_page.mjs';
import { measureXprof } from './xprof/measure_xprof.mjs';
import { attempt, engines, median, printTable } from './xprof/measuring.mjs';
import { xprof } from './xprof/venv.mjs';

const options = process.argv.slice(2);
const runs = Number(options.find((word) => word.startsWith('--runs='))?.slice(7) ?? 3);
const filter = options.find((word) => !word.startsWith('--')) ?? '';

/** [{a, b}, {a, b}] → {a: median, b: median}; null where nothing was measured. */
function medians(samples) {
  if (samples.length === 0) return null;
  return Object.fromEntries(Object.keys(samples[0]).map((key) => [key, median(samples.map((sample) => sample[key]))]));
}

async function measureAll(input, { python, browsers }) {
  const samples = { xprof: [], cli: [], chromium: [], firefox: [] };
  for (let round = 0; round < runs; round++) {
    if (python) await attempt(samples.xprof, `${input.label}: XProf`, () => measureXprof(python, input));
    await attempt(samples.cli, `${input.label}: command line`, () => measureCli(input));
    for (const [name, engine] of Object.entries(browsers)) {
      await attempt(samples[name], `${input.label}: ${name}`, () => measurePage(engine, input));
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, medians(list)]));
}

const seconds = (s) => (s === undefined ? '–' : s < 0.995 ? `${(s * 1000).toFixed(0)} ms` : `${s.toFixed(2)} s`);
const mib = (bytes) => (bytes === undefined ? '–' : `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MiB`);
const ratio = (theirs, ours) => (theirs > 0 && ours > 0 ? `${(theirs / ours).toFixed(1)}×` : '–');

const COLUMNS = [
  ...['file', 'size', 'XProf process', 'ours', 'XProf first', 'again', '+ parse', 'Chromium', 'Firefox'],
  ...['XProf memory', 'ours', 'wasm', 'process', 'first', 'again', 'memory'],
];

function row({ label, bytes }, { xprof: theirs, cli, chromium, firefox }) {
  const page = chromium ?? firefox;
  return [
    label,
    mib(bytes),
    seconds(theirs?.process),
    seconds(cli?.process),
    seconds(theirs?.first),
    seconds(theirs?.warm),
    seconds(theirs?.parse),
    seconds(chromium?.chart),
    seconds(firefox?.chart),
    mib(theirs && theirs.peakKiB * 1024),
    mib(cli && cli.peakKiB * 1024),
    mib(page?.heapBytes),
    ratio(theirs?.process, cli?.process),
    ratio(theirs && theirs.first + theirs.parse, page?.chart),
    ratio(theirs && theirs.warm + theirs.parse, page?.chart),
    ratio(theirs?.peakKiB, cli?.peakKiB),
  ];
}

const { python, version, reason } = await xprof();
console.log(python ? `bench: XProf ${version}` : `bench: without XProf, ours only: ${reason}`);
const browsers = await engines();
const files = inputs(filter);
const rows = [];
for (const [index, input] of files.entries()) {
  console.log(`bench: ${index + 1} of ${files.length}: ${input.label}`);
  rows.push(row(input, await measureAll(input, { python, browsers })));
}
for (const engine of Object.values(browsers)) await engine.close();

console.log(`
Medians of ${runs} interleaved runs, one memory space each.
  process       from starting the program to XProf's JSON
  first, again  a call in an XProf that is running: for a new file, and for the same once more; + parse: its page's JSON.parse
  Chromium, Firefox  our page: file chosen to first chart, in a page opened two seconds before
  memory        peak of the process; wasm: of the page
Ratios, XProf ÷ ours: process; (first + parse) and (again + parse) ÷ our page; memory of the processes.
`);
printTable(COLUMNS, rows);
