// XProf in a virtual environment of its own, made on demand below build/.
import { existsSync } from 'node:fs';
import { inRoot } from '../../../tools/lib/paths.mjs';
import { run, which } from '../../../tools/lib/run.mjs';

const VERSION = '2.24.2';
const folder = inRoot('build/bench/venv');
const python = inRoot('build/bench/venv/bin/python');

async function installed() {
  if (!existsSync(python)) return false;
  const asked = await run(python, ['-c', "import importlib.metadata as m; print(m.version('xprof'))"], { quiet: true });
  return asked.code === 0 && asked.output.trim() === VERSION;
}

const found = { python, server: { program: inRoot('build/bench/venv/bin/xprof') }, version: VERSION };

/** Resolves to {python, server, version}, or {reason} why there is no XProf here. */
export async function xprof() {
  if (await installed()) return found;
  if (!which('python3')) return { reason: 'there is no python3' };
  console.log(`bench: installing xprof ${VERSION} into ${folder}`);
  for (const [program, args] of [
    ['python3', ['-m', 'venv', folder]],
    [python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `xprof==${VERSION}`]],
  ]) {
    const { code, output } = await run(program, args, { quiet: true });
    if (code !== 0) return { reason: `"${args.slice(0, 3).join(' ')}" failed: ${output.trim().split('\n').at(-1)}` };
  }
  return (await installed()) ? found : { reason: 'it does not import once installed' };
}

/** {server} of xprof-rs (`cargo install xprof-rs`), {program, server}, if XMV_XPROF_RS names its program. */
export function xprofRust() {
  const program = process.env.XMV_XPROF_RS;
  return program ? { program, server: { program } } : { reason: 'XMV_XPROF_RS is not set' };
}
