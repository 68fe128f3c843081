// npm run bench -- xprof [PART OF A NAME] [--runs=N]: time and memory side by side with XProf's Memory Viewer.
//
// For each file and its main memory: XProf's server (and xprof-rs's, if XMV_XPROF_RS names it), running, asked over loopback
// by the same browser, until its answer is parsed; our page in Chromium and Firefox, from the file chosen to the first chart
// drawn; XProf as a process, and our command line as a process giving the same JSON. One after the other in each round, so
// that a busy machine is busy for all; medians. The others are optional.
import { inputs } from './xprof/inputs.mjs';
import { measureCli } from './xprof/measure_cli.mjs';
import { measurePage } from './xprof/measure_page.mjs';
import { measureXprof } from './xprof/measure_xprof.mjs';
import { attempt, engines, medianOf, printTable } from './xprof/measuring.mjs';
import { firstAnswer, measureServer, secondAnswer, serverBytes } from './xprof/server.mjs';
import { xprof, xprofRust } from './xprof/venv.mjs';

const options = process.argv.slice(2);
const runs = Number(options.find((word) => word.startsWith('--runs='))?.slice(7) ?? 3);
const filter = options.find((word) => !word.startsWith('--')) ?? '';

const { python, server, version, reason } = await xprof();
console.log(python ? `bench: XProf ${version}` : `bench: without XProf, ours only: ${reason}`);
const rust = xprofRust();
if (!rust.server) console.log(`bench: without xprof-rs: ${rust.reason}`);
const browsers = await engines();

async function measureAll(input) {
  const samples = { process: [], theirs: [], rust: [], cli: [], chromium: [], firefox: [] };
  const tried = (name, what, measure) => attempt(samples[name], `${input.label}: ${what}`, measure);
  for (let round = 0; round < runs; round++) {
    if (python) await tried('process', 'XProf process', () => measureXprof(python, input));
    if (server) await tried('theirs', 'XProf', () => measureServer(server, browsers, input));
    if (rust.server) await tried('rust', 'xprof-rs', () => measureServer(rust.server, browsers, input));
    await tried('cli', 'command line', () => measureCli(input));
    for (const [name, engine] of Object.entries(browsers)) {
      await tried(name, name, () => measurePage(engine, input));
    }
  }
  return samples;
}

const seconds = (s) => (Number.isNaN(s) ? '–' : s < 0.995 ? `${(s * 1000).toFixed(0)} ms` : `${s.toFixed(2)} s`);
const mib = (bytes) => (Number.isNaN(bytes) ? '–' : `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MiB`);
const ratio = (theirs, ours) => (theirs > 0 && ours > 0 ? `${(theirs / ours).toFixed(1)}×` : '–');

const COLUMNS = [
  ...['file', 'size', 'process', 'ours', 'Chromium', 'Firefox', 'XProf', 'again', 'xprof-rs', 'again'],
  ...['page heap', 'XProf heap', 'xprof-rs heap'],
  ...['process', 'Chromium', 'Firefox', 'again', 'memory', 'rs: Chromium', 'Firefox', 'memory'],
];

function row({ label, bytes }, { process, theirs, rust: rs, cli, chromium, firefox }) {
  const chart = (list) => medianOf(list, (one) => one.chart);
  const heap = medianOf(chromium, (one) => one.heapBytes);
  const ours = { process: medianOf(cli, (one) => one.process), chromium: chart(chromium), firefox: chart(firefox) };
  const whole = medianOf(process, (one) => one.process);
  return [
    label,
    mib(bytes),
    ...[whole, ours.process, ours.chromium, ours.firefox].map(seconds),
    ...[firstAnswer(theirs, 'chromium'), secondAnswer(theirs), firstAnswer(rs, 'chromium'), secondAnswer(rs)].map(
      seconds,
    ),
    ...[heap, serverBytes(theirs), serverBytes(rs)].map(mib),
    ratio(whole, ours.process),
    ratio(firstAnswer(theirs, 'chromium'), ours.chromium),
    ratio(firstAnswer(theirs, 'firefox'), ours.firefox),
    ratio(secondAnswer(theirs), ours.chromium),
    ratio(serverBytes(theirs), heap),
    ratio(firstAnswer(rs, 'chromium'), ours.chromium),
    ratio(firstAnswer(rs, 'firefox'), ours.firefox),
    ratio(serverBytes(rs), heap),
  ];
}

const files = inputs(filter);
const rows = [];
for (const [index, input] of files.entries()) {
  console.log(`bench: ${index + 1} of ${files.length}: ${input.label}`);
  rows.push(row(input, await measureAll(input)));
}
for (const engine of Object.values(browsers)) await engine.close();

console.log(`
Medians of ${runs} interleaved runs, one memory space each.
  process            from starting XProf to its JSON, and our command line to the same
  Chromium, Firefox  our page: file chosen to first chart, in a page opened two seconds before
  XProf, xprof-rs    servers that run: Chromium asks for a file that is new to them, and once more, until the answer is parsed
  heap               of our page in Chromium (wasm, the slice read, objects), and of their server processes, at their peaks
Ratios, theirs ÷ ours: of XProf by process, in Chromium, in Firefox, asked again, in memory; then of xprof-rs.
`);
printTable(COLUMNS, rows);
