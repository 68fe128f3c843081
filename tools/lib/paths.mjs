// Where things are. All paths are absolute; `root` is the repository.
import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const inRoot = (...parts) => join(root, ...parts);
export const fromRoot = (path) => relative(root, path);

/** The file behind "try a sample", embedded in the page as it is (so keep it gzipped). */
export const SAMPLE = inRoot('www/sample/train_step.hlo.pb.gz');

export const wasmJs = inRoot('build/wasm/memory_viewer.js');
export const wasmBinary = inRoot('build/wasm/memory_viewer.wasm');
export const page = inRoot('dist/memory_viewer.html');
export const cli = inRoot('dist/cli.mjs');

/** Real files for tests, beside the repository; may be absent. */
export const shared = resolve(root, process.env.XMV_SHARED ?? '../shared');

/** All files below the folders `dirs` of the repository whose name passes `wanted`, sorted. Absent folders are empty. */
export function filesBelow(dirs, wanted) {
  const found = [];
  for (const dir of dirs) {
    let entries = [];
    try {
      entries = readdirSync(inRoot(dir), { withFileTypes: true });
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    for (const entry of entries) {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) found.push(...filesBelow([path], wanted));
      else if (wanted(entry.name)) found.push(inRoot(path));
    }
  }
  return found.sort();
}
