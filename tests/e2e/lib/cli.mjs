// The command line's answers, which the page's must equal.
import { execFileSync, spawnSync } from 'node:child_process';
import { cli } from '../../../tools/lib/paths.mjs';

const known = new Map();

function ask(...args) {
  const key = args.join('\0');
  if (!known.has(key)) {
    known.set(key, execFileSync(process.execPath, [cli, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 }));
  }
  return known.get(key);
}

/** Runs it, whatever comes of it: {status, stdout, stderr}. */
export function run(...args) {
  return spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });
}

/** The whole result for a module (its title, or null for the first) and space (a number, or null for main memory). */
export function report(file, module = null, space = null) {
  const chosen = [...(module === null ? [] : ['--module', module]), ...(space === null ? [] : ['--space', `${space}`])];
  return JSON.parse(ask(file, ...chosen, '--json'));
}

/** [{title, space, name}] of everything in a file that can be shown. */
export function listing(file) {
  const lines = ask(file, '--list').trim().split('\n').slice(1);
  return lines
    .map((line) => line.split('\t'))
    .filter(([, space]) => space !== '-')
    .map(([title, space, name]) => ({ title, space: Number(space), name }));
}
