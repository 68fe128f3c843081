// XProf on one file: a whole process from start to answer, the first and the second call inside it, and what a page then
// has to do with the answer before it can draw (JSON.parse).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { inRoot } from '../../../tools/lib/paths.mjs';
import { run } from '../../../tools/lib/run.mjs';

const isProfile = (file) => file.includes('.xplane.pb');

/** XProf reads no gzip and goes by names. Returns the session's files and the module name to ask for. */
function layOut(session, file, module) {
  const whole = readFileSync(file);
  const bytes = file.endsWith('.gz') ? gunzipSync(whole) : whole;
  if (isProfile(file)) {
    const path = join(session, basename(file).replace(/\.gz$/, ''));
    writeFileSync(path, bytes);
    return { paths: [path], module };
  }
  // A dump goes beside an empty profile; its name is the file's.
  writeFileSync(join(session, `${module}.hlo_proto.pb`), bytes);
  const path = join(session, 'host.xplane.pb');
  writeFileSync(path, '');
  return { paths: [path], module };
}

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

/** {seconds, bytes}: a process that lists the modules of a profile, and its memory. */
export async function measureXprofList(python, file) {
  const folder = mkdtempSync(join(tmpdir(), 'xmv-xprof-'));
  try {
    // XProf writes next to the profile.
    const path = join(folder, 'host.xplane.pb');
    symlinkSync(file, path);
    const spec = { paths: [path], module: '', extract: true, space: 0, result: join(folder, 'result') };
    const { wall, peakKiB } = await oneProcess(python, folder, spec);
    return { seconds: wall, bytes: peakKiB * 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** {process, first, warm, parse, peakKiB}: seconds, KiB. Throws if XProf gives no answer. */
export async function measureXprof(python, { file, module, space }) {
  const folder = mkdtempSync(join(tmpdir(), 'xmv-xprof-'));
  try {
    const ask = async (name, warm) => {
      const session = join(folder, name, 'plugins/profile/run');
      mkdirSync(session, { recursive: true });
      const answer = join(folder, 'answer');
      const result = join(folder, 'result');
      return oneProcess(python, folder, {
        ...layOut(session, file, module),
        ...{ extract: isProfile(file), space, answer, result, warm },
      });
    };
    const cold = await ask('cold', false);
    if (!cold.ok) throw new Error('XProf gives no answer');
    const text = readFileSync(join(folder, 'answer'), 'utf8');
    const start = performance.now();
    JSON.parse(text);
    const parse = (performance.now() - start) / 1000;
    const { warm } = await ask('warm', true);
    return { process: cold.wall, first: cold.first, warm, parse, peakKiB: cold.peakKiB };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
