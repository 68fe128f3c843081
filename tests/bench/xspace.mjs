// npm run bench -- xspace [MEGABYTES,…] [--runs=N]: the list of modules of large profiles, from nothing.
//
// Side by side in each round: the servers of XProf (PyPI) and of xprof-rs (XMV_XPROF_RS names its program), running, asked over
// loopback; our page in Chromium and Firefox from the file chosen to the list, opened two seconds before; xprof-rs's and our
// command line as processes; and the floors: the same browser, and a Node process, reading as many bytes as we did, and nothing
// else. Exit status 1 if one of our own lists is wrong.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cli, inRoot } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';
import { programsFor, writeXSpace } from './generate/xspace.mjs';
import { measureList, measureReading } from './xprof/measure_page.mjs';
import { attempt, engines, medianOf, printTable } from './xprof/measuring.mjs';
import { measureServer } from './xprof/server.mjs';
import { xprof, xprofRust } from './xprof/venv.mjs';

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

const theirs = await xprof();
console.log(theirs.server ? `bench: XProf ${theirs.version}` : `bench: without XProf: ${theirs.reason}`);
const rust = xprofRust();
if (!rust.server) console.log(`bench: without xprof-rs: ${rust.reason}`);
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
  const all = { ours: [], floor: [], xprof: [], rust: [], rustProcess: [], chromium: [], firefox: [], reading: [] };
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
    const input = { file, bytes: bytesRead };
    await attempt(all.floor, 'floor', () => node(['-e', FLOOR, file, String(bytesRead)]));
    await attempt(all.reading, 'reading', async () => ({ seconds: await measureReading(browsers.chromium, input) }));
    for (const [samples, { server }] of [
      [all.xprof, theirs],
      [all.rust, rust],
    ]) {
      if (!server || megabytes > XPROF_MOST) continue;
      await attempt(samples, `${megabytes} MB: ${server.program}`, async () => {
        const { chromium, peakKiB } = await measureServer(
          server,
          { chromium: browsers.chromium },
          { file, module: '' },
        );
        return { seconds: chromium.first, bytes: peakKiB * 1024 };
      });
    }
    if (rust.program)
      await attempt(all.rustProcess, `${megabytes} MB: xprof-rs`, () => measureRust(rust.program, file));
  }
  const of = (list, key) => medianOf(list, (one) => one[key]);
  const s = (list) => (list.length > 0 ? `${of(list, 'seconds').toFixed(2)} s` : '–');
  const m = (list) => (list.length > 0 ? `${(of(list, 'bytes') / 1e6).toFixed(0)} MB` : '–');
  const ratio = (a, b, key) => (a.length > 0 && b.length > 0 ? `${(of(a, key) / of(b, key)).toFixed(1)}×` : '–');
  rows.push([
    `${megabytes} MB`,
    where,
    `${((100 * bytesRead) / (megabytes * 1e6)).toFixed(2)} %`,
    ...[all.ours, all.floor, all.rustProcess, all.chromium, all.reading, all.firefox, all.xprof, all.rust].map(s),
    ...[all.ours, all.rustProcess, all.chromium, all.xprof, all.rust].map(m),
    ratio(all.xprof, all.chromium, 'seconds'),
    ratio(all.xprof, all.firefox, 'seconds'),
    ratio(all.xprof, all.chromium, 'bytes'),
    ratio(all.rust, all.chromium, 'seconds'),
    ratio(all.rust, all.chromium, 'bytes'),
    ratio(all.rustProcess, all.ours, 'seconds'),
    ratio(all.rustProcess, all.ours, 'bytes'),
    ratio(all.ours, all.floor, 'seconds'),
    ratio(all.chromium, all.reading, 'seconds'),
  ]);
}
for (const engine of Object.values(browsers)) await engine.close();

const COLUMNS = [
  ...[
    'profile',
    'programs',
    'read',
    'process',
    'floor',
    'rs process',
    'Chromium',
    'reading',
    'Firefox',
    'XProf',
    'xprof-rs',
  ],
  ...['memory: process', 'rs process', 'page', 'XProf', 'xprof-rs'],
  ...['XProf÷Chromium', '÷Firefox', 'memory', 'rs÷Chromium', 'memory', 'rs÷process', 'memory'],
  ...['process÷floor', 'Chromium÷reading'],
];
console.log(`
Medians of ${runs} interleaved runs. process, rs process: whole processes of our and xprof-rs's command line; floor: a Node process that
reads as many bytes; Chromium, Firefox: file chosen → module list read, in a page opened two seconds before; reading: Chromium reads as
many bytes and does nothing else; XProf, xprof-rs: servers that run, until Chromium has the list. Memory at the peak: of processes, of
our page after the first chart (wasm, the slice read, objects), and of the servers.
`);
printTable(COLUMNS, rows);
process.exitCode = wrong ? 1 : 0;
