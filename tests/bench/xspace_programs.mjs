// The programs inside generated profiles, made once: from the smallest helper to a training step, together at most a
// sixtieth of the profile.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { inRoot } from '../../tools/lib/paths.mjs';
import { makeProgram, writeModule } from './generate_module.mjs';

/** A module with so many buffers, as a file. */
export function generatedModule(buffers) {
  mkdirSync(inRoot('build/bench'), { recursive: true });
  const path = inRoot('build/bench', `generated_${buffers}.hlo.pb`);
  if (!existsSync(path)) writeModule(makeProgram(buffers), path);
  return path;
}

/** [{name, id, file}] for a profile of `size` bytes. */
export function programsFor(size) {
  const programs = [];
  let left = size / 60;
  const add = (name, buffers) => {
    const file = generatedModule(buffers);
    if (statSync(file).size > left) return false;
    left -= statSync(file).size;
    programs.push({ name, id: programs.length + 1, file });
    return true;
  };
  for (let i = 0; i < 200; i++) add(i % 2 ? 'jit_broadcast_in_dim' : 'jit__multi_slice', 3 + (i % 4));
  for (const buffers of [30_000, 10_000, 3_000, 1_000]) while (add('jit_train_step', buffers) && programs.length < 220);
  return programs;
}
