// XProf as a process on one file: from its start to the JSON of its Memory Viewer.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../../tools/lib/paths.mjs';
import { run } from '../../../tools/lib/run.mjs';
import { isProfile, layOut } from './server.mjs';

async function oneProcess(python, folder, spec) {
  const specFile = join(folder, 'spec.json');
  writeFileSync(specFile, JSON.stringify(spec));
  const start = performance.now();
  const { code, output } = await run(python, [inRoot('tests/bench/xprof/ask_xprof.py'), specFile], {
    quiet: true,
    env: { TF_CPP_MIN_LOG_LEVEL: '3' },
  });
  const wall = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`XProf: ${output.trim().split('\n').at(-1)}`);
  return { wall, ...JSON.parse(readFileSync(spec.result, 'utf8')) };
}

/** {process, peakKiB}: seconds, KiB. Throws if XProf gives no answer. */
export async function measureXprof(python, { file, module, space }) {
  const folder = mkdtempSync(join(tmpdir(), 'xmv-xprof-'));
  try {
    const paths = [layOut(join(folder, 'plugins/profile/run'), file, module)];
    const files = { answer: join(folder, 'answer'), result: join(folder, 'result') };
    const made = await oneProcess(python, folder, { paths, extract: isProfile(file), module, space, ...files });
    if (!made.ok) throw new Error('XProf gives no answer');
    return { process: made.wall, peakKiB: made.peakKiB };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
