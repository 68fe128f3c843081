// Running other programs.
import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

/**
 * Runs a program in the repository and resolves to {code, output}. Its output is shown as it comes unless `quiet`;
 * `output` has stdout and stderr together. A program that cannot be started resolves to code 127.
 */
export function run(command, args, { quiet = false, env = {}, cwd = root } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.setEncoding('utf8');
      from.on('data', (text) => {
        output += text;
        if (!quiet) to.write(text);
      });
    }
    child.on('error', (error) => done({ code: 127, output: `${command}: ${error.message}\n` }));
    // 128 + n is what a shell says of a program ended by a signal; the number does not matter here.
    child.on('close', (code) => done({ code: code ?? 128, output }));
  });
}

/** Runs a program that must succeed. Quiet ones show their output when they fail. */
export async function must(command, args, options = {}) {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  if (options.quiet) process.stderr.write(output);
  throw new Error(`${command} ${args[0] ?? ''} failed (status ${code})`);
}

/** The path of a program on PATH, or null. Looks only, so it costs next to nothing. */
export function which(name) {
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(dir, name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // not here
    }
  }
  return null;
}

/** "1.2 s" since `start`, a performance.now(). */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Whether a module (its import.meta.url) is the program that was started, not one that is imported. */
export const isMain = (url) => Boolean(process.argv[1]) && url === pathToFileURL(realpathSync(process.argv[1])).href;
