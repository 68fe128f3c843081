// npm run bench -- xspace [MEGABYTES,…] [--runs=N]: the list of modules of large profiles, from nothing.
//
// Side by side in each round: XProf (PyPI) and xprof-rs where they are (XMV_XPROF_RS names its program), our command line as a
// process, our page in Chromium and Firefox from the file chosen to the list, and the floor: a process that reads as many
// bytes as we did, and nothing else. Exit status 1 if one of our own lists is wrong.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cli, inRoot } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';
import { programsFor, writeXSpace } from './generate/xspace.mjs';
import { measureList } from './xprof/measure_page.mjs';
import { measureXprofList } from './xprof/measure_xprof.mjs';
import { attempt, engines, medianOf, printTable } from './xprof/measuring.mjs';
import { xprof } from './xprof/venv.mjs';

const options = process.argv.slice(2);
const runs = Number(options.find((word) => word.startsWith('--runs='))?.slice(7) ?? 3);
const sizes = (options.find((word) => !word.startsWith('--')) ?? '300,900,1900,5000').split(',').map(Number);
/** MB that XProf is asked to read: it needs eight times as much memory. */
const XPROF_MOST = 1000;
/** Beyond this protobuf itself gives up: the file is made with a hole. */
const PROTOBUF_LIMIT = 2000;
const WHERE = ['middle', 'first', 'last'];

const reporter = pathToFileURL(inRoot('tests/bench/xprof/report_peak.mjs')).href;
const peakFile = inRoot('build/bench/peak');
/** {seconds, bytes, output} of a Node process. */
async function node(args) {
  const start = performance.now();
  const { code, output } = await run(process.execPath, ['--import', reporter, ...args], {
    quiet: true,
    env: { XMV_PEAK_FILE: peakFile },
  });
  if (code !== 0) throw new Error(output.trim().slice(-300));
  return { seconds: (performance.now() - start) / 1000, bytes: Number(readFileSync(peakFile, 'utf8')) * 1024, output };
}

/** Seconds and peak memory of any program, by GNU time or, without it, its own report. */
async function program(path, args, env = {}) {
  const start = performance.now();
  const { code, output } = await run('/usr/bin/env', ['time', '-f', '\nPEAK %M', path, ...args], { quiet: true, env });
  if (code !== 0) throw new Error(output.trim().slice(-300));
  return { seconds: (performance.now() - start) / 1000, bytes: Number(/PEAK (\d+)/.exec(output)?.[1]) * 1024, output };
}

/** xprof-rs's list of the modules of a profile: it wants a profiler's session folder. */
async function measureRust(rust, file) {
  const folder = mkdtempSync(join(tmpdir(), 'xmv-xspace-'));
  try {
    symlinkSync(file, join(folder, 'host.xplane.pb'));
    return await program(rust, ['list_hlo_modules', folder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { python, version, reason } = await xprof();
console.log(python ? `bench: XProf ${version}` : `bench: without XProf: ${reason}`);
const rust = process.env.XMV_XPROF_RS;
console.log(rust ? `bench: xprof-rs: ${rust}` : 'bench: without xprof-rs: XMV_XPROF_RS is not set');
const browsers = await engines();

/** Reads the first so many bytes of a file, and nothing else. */
const FLOOR = `const fs = require('fs'), [, path, bytes] = process.argv, file = fs.openSync(path), buffer = Buffer.alloc(1 << 20);
for (let at = 0; at < Number(bytes); at += buffer.length) fs.readSync(file, buffer, 0, buffer.length, at);`;

let wrong = false;
const rows = [];
for (const megabytes of sizes) {
  const file = inRoot('build/bench', `profile_${megabytes}.xplane.pb`);
  const programs = programsFor(megabytes * 1e6);
  const where = WHERE[sizes.indexOf(megabytes) % WHERE.length];
  if (!existsSync(file)) writeXSpace(file, megabytes * 1e6, programs, where, megabytes > PROTOBUF_LIMIT);
  const all = { ours: [], floor: [], xprof: [], rust: [], chromium: [], firefox: [] };
  let bytesRead = 0;
  for (let round = 0; round < runs; round++) {
    await attempt(all.ours, 'ours', async () => {
      const made = await node([cli, file, '--list']);
      const listed = new Set(
        made.output
          .split('\n')
          .slice(1)
          .map((line) => line.split('\t')[0])
          .filter(Boolean),
      );
      if (listed.size < new Set(programs.map(({ name, id }) => `${name}(${id})`)).size) {
        wrong = true;
        console.log(`bench: ${megabytes} MB: ${listed.size} modules listed, there are ${programs.length}`);
      }
      return made;
    });
    for (const [name, engine] of Object.entries(browsers)) {
      await attempt(all[name], `${megabytes} MB: ${name}`, async () => {
        const made = await measureList(engine, { file });
        bytesRead = made.bytesRead;
        return { seconds: made.list, bytes: made.heapBytes };
      });
    }
    await attempt(all.floor, 'floor', () => node(['-e', FLOOR, file, String(bytesRead)]));
    if (python && megabytes <= XPROF_MOST)
      await attempt(all.xprof, `${megabytes} MB: XProf`, () => measureXprofList(python, file));
    if (rust) await attempt(all.rust, `${megabytes} MB: xprof-rs`, () => measureRust(rust, file));
  }
  const of = (list, key) => medianOf(list, (one) => one[key]);
  const s = (list) => (list.length > 0 ? `${of(list, 'seconds').toFixed(2)} s` : '–');
  const m = (list) => (list.length > 0 ? `${(of(list, 'bytes') / 1e6).toFixed(0)} MB` : '–');
  const ratio = (a, b, key) => (a.length > 0 && b.length > 0 ? `${(of(a, key) / of(b, key)).toFixed(1)}×` : '–');
  rows.push([
    `${megabytes} MB`,
    where,
    `${((100 * bytesRead) / (megabytes * 1e6)).toFixed(2)} %`,
    ...[all.ours, all.floor, all.chromium, all.firefox, all.xprof, all.rust].map(s),
    ...[all.ours, all.floor, all.chromium, all.xprof, all.rust].map(m),
    ratio(all.xprof, all.ours, 'seconds'),
    ratio(all.xprof, all.chromium, 'seconds'),
    ratio(all.xprof, all.chromium, 'bytes'),
    ratio(all.rust, all.ours, 'seconds'),
    ratio(all.rust, all.chromium, 'bytes'),
    ratio(all.ours, all.floor, 'seconds'),
  ]);
}
for (const engine of Object.values(browsers)) await engine.close();

const COLUMNS = [
  ...['profile', 'programs', 'read', 'ours', 'floor', 'Chromium', 'Firefox', 'XProf', 'xprof-rs'],
  ...['memory: ours', 'floor', 'page wasm', 'XProf', 'xprof-rs'],
  ...['XProf÷ours', '÷page', 'memory', 'xprof-rs÷ours', 'memory', 'ours÷floor'],
];
console.log(`
Medians of ${runs} interleaved runs. ours: a whole Node process; Chromium, Firefox: file chosen → module list read, worker and
wasm started afresh, memory after the first chart; floor: a Node process that reads as many bytes. Memory: of the processes, and the page's wasm.
`);
printTable(COLUMNS, rows);
process.exitCode = wrong ? 1 : 0;
