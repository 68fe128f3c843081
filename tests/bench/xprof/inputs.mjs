// The files to measure: all of tests/data and, where it is, ../shared/data, that the command line can show; each with its
// main module (largest peak) and main memory.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cli, inRoot, shared } from '../../../tools/lib/paths.mjs';

function walk(folder) {
  try {
    return readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  } catch {
    return []; // no ../shared here
  }
}

/** What both tools read: a final dump, or a profile. */
const isInput = (path) =>
  /(after_optimizations\.hlo\.pb|\.xplane\.pb)(\.gz)?$/.test(path) && !path.includes('/golden/');

/** "jax/matmul" for a dump, "profiles/cpu_warm.xplane.pb" for a profile. */
function labelOf(path, base) {
  const parts = path.slice(base.length + 1).split('/');
  return parts[0] === 'jax' ? parts.slice(0, 2).join('/') : parts.join('/');
}

/** [{label, file, bytes, module, space}], small ones first, filtered by a part of the label. */
export function inputs(filter) {
  const found = new Map();
  for (const base of [join(shared, 'data'), inRoot('tests/data')]) {
    for (const file of walk(base).filter(isInput)) {
      const label = labelOf(file, base);
      if (!label.includes(filter) || found.has(label)) continue;
      let list;
      try {
        list = execFileSync(process.execPath, [cli, file, '--list'], { encoding: 'utf8', stdio: 'pipe' });
      } catch {
        continue; // one of the broken files
      }
      const [module, space] = list.split('\n')[1].split('\t');
      if (space === '-') continue;
      found.set(label, { label, file, bytes: statSync(file).size, module, space: Number(space) });
    }
  }
  return [...found.values()].sort((a, b) => a.bytes - b.bytes);
}
