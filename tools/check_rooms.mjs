// Checks the rooms of DESIGN.md: who may include or import whom, and that files stay small. Three checks of npm test;
// `node tools/check_rooms.mjs` runs them alone.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { summary } from './lib/counts.mjs';
import { filesBelow, fromRoot } from './lib/paths.mjs';
import { isMain } from './lib/run.mjs';

/** C++ room → the rooms it may include besides itself. Data flows from the first to the last. */
const CPP = {
  'core/base': [],
  proto: [],
  'core/io': ['core/base'],
  'core/model': ['core/base', 'proto'],
  'core/formats': ['core/base', 'core/io', 'core/model', 'proto'],
  'core/analysis': ['core/base', 'core/model'],
  'core/view': ['core/base', 'core/model', 'core/analysis'],
  'core/session': ['core/base', 'core/io', 'core/model', 'core/formats', 'core/analysis', 'core/view'],
};

/** TypeScript room → the rooms it may import besides itself. Files directly in www/ put rooms together. */
const TS = {
  'www/base': [],
  'www/engine': ['www/base'],
  'www/state': ['www/base', 'www/engine'],
  'www/charts': ['www/base', 'www/engine', 'www/state'],
  'www/panels': ['www/base', 'www/engine', 'www/state', 'www/charts'],
  'www/cli': ['www/base', 'www/engine'],
  www: ['www/base', 'www/engine', 'www/state', 'www/charts', 'www/panels', 'www/cli'],
};

/** Who may import the compiled core. Types cost nothing and are allowed everywhere. */
const IMPORTS_WASM = ['www/engine', 'www'];

const MAXIMUM_BYTES = 25_000;
/** Files over the maximum, each with its reason. */
const LARGE = {};

const cppRoom = (path) => {
  if (path.startsWith('core/session')) return 'core/session';
  return path.startsWith('core/') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
};

function checkIncludes() {
  const problems = [];
  // wasm/ sees the facade and what the facade itself includes (it returns those types), nothing deeper.
  const includes = (file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*#include "([^"]+)"/gm)].map((match) => match[1]);
  const facade = filesBelow(['core'], (name) => name === 'session.h').flatMap(includes);
  const forWasm = new Set(['core/session.h', ...facade]);

  for (const file of filesBelow(['core', 'wasm'], (name) => /\.(h|cc)$/.test(name))) {
    const path = fromRoot(file);
    const room = cppRoom(path);
    if (room !== 'wasm' && !CPP[room]) problems.push(`${path}: core has no room ${room}`);
    for (const included of includes(file)) {
      const allowed =
        room === 'wasm'
          ? forWasm.has(included) || cppRoom(included) === 'wasm'
          : cppRoom(included) === room || CPP[room]?.includes(cppRoom(included));
      if (!allowed) problems.push(`${path} includes "${included}", which is not below ${room}`);
    }
  }
  return problems;
}

function checkImports() {
  const problems = [];
  const roomOf = (path) => (path.split('/').length > 2 ? path.split('/').slice(0, 2).join('/') : 'www');
  for (const file of filesBelow(['www'], (name) => /\.tsx?$/.test(name))) {
    const path = fromRoot(file);
    const room = roomOf(path);
    if (!TS[room]) problems.push(`${path}: www has no room ${room}`);
    for (const [, type, from] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s(type\s)?(?:[^'";]*?\sfrom\s)?'([^']+)'/gm,
    )) {
      if (from.startsWith('#wasm/') && !type && !IMPORTS_WASM.includes(room)) {
        problems.push(`${path} imports the compiled core; only ${IMPORTS_WASM.join(' and ')} may (types: import type)`);
      }
      if (!from.startsWith('.')) continue;
      const target = normalize(join(dirname(path), from));
      if (!target.startsWith('www')) problems.push(`${path} imports ${from}, outside www`);
      else if (roomOf(target) !== room && !TS[room]?.includes(roomOf(target))) {
        problems.push(`${path} imports ${from}, which is not below ${room}`);
      }
    }
  }
  return problems;
}

function checkSizes() {
  const problems = [];
  const isSource = (name) => /\.(h|cc|ts|tsx|mjs|css|cmake|proto|py|sh)$/.test(name);
  for (const file of filesBelow(['cmake', 'core', 'proto', 'tests', 'tools', 'wasm', 'www'], isSource)) {
    const path = fromRoot(file);
    const { size } = statSync(file);
    if (size > MAXIMUM_BYTES && !LARGE[path]) {
      problems.push(`${path} has ${size} bytes: split it, or give a reason in LARGE of tools/check_rooms.mjs`);
    }
  }
  return problems;
}

export function checkRooms() {
  const results = [checkIncludes(), checkImports(), checkSizes()];
  for (const problem of results.flat()) console.log(problem);
  const failed = results.filter((problems) => problems.length > 0).length;
  return { passed: results.length - failed, failed };
}

if (isMain(import.meta.url)) {
  const counts = checkRooms();
  console.log(summary(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
}
