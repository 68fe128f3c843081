// Building C++ with CMake presets.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inRoot } from './paths.mjs';
import { must } from './run.mjs';

/** Configures (once; Ninja repeats it when needed) and builds a preset of CMakePresets.json. Seconds when up to date. */
export async function buildPreset(preset) {
  if (!existsSync(inRoot('build', preset, 'build.ninja'))) await must('cmake', ['--preset', preset]);
  await must('cmake', ['--build', '--preset', preset, '--parallel', String(availableParallelism())]);
}
