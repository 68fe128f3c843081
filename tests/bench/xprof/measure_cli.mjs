// Our command line on one file: a whole process that gives the same JSON as XProf.
import { mkdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { cli, inRoot } from '../../../tools/lib/paths.mjs';
import { run } from '../../../tools/lib/run.mjs';

/** {process, peakKiB}: seconds. */
export async function measureCli({ file, module, space }) {
  mkdirSync(inRoot('build/bench'), { recursive: true });
  const peakFile = inRoot('build/bench/peak');
  const reporter = pathToFileURL(inRoot('tests/bench/xprof/report_peak.mjs')).href;
  const args = ['--import', reporter, cli, file, '--module', module, '--space', String(space), '--xprof-json'];
  const start = performance.now();
  const { code, output } = await run(process.execPath, args, { quiet: true, env: { XMV_PEAK_FILE: peakFile } });
  const wall = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`cli: ${output.trim().slice(-300)}`);
  return { process: wall, peakKiB: Number(readFileSync(peakFile, 'utf8')) };
}
