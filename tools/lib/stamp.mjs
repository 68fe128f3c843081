// Skipping work whose inputs did not change: by content, so that switching branches back and forth rebuilds nothing
// that is still right.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fromRoot, inRoot } from './paths.mjs';

const stampFile = (name) => inRoot('build/stamps', name);

/** A hash of the files' names and contents and of `extra`. */
export function hashFiles(files, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const file of files)
    hash.update(`\0${fromRoot(file)}\0`).update(existsSync(file) ? readFileSync(file) : 'absent');
  return hash.digest('hex');
}

export const isFresh = (name, hash) => existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === hash;

export function markFresh(name, hash) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), hash);
}
