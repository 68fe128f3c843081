// Makes HloProto files of any size for benchmarks: a training step with realistic sizes, lifetimes and sharing.
//
//   node tests/bench/generate/module.mjs BUFFERS FILE
//
// Deterministic: the same count gives the same bytes. Offsets come from a best-fit allocator over the same events that the
// file holds, so blocks never overlap. Written in a stream: what is kept is a few numbers per buffer.
import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { inRoot } from '../../../tools/lib/paths.mjs';
import { isMain } from '../../../tools/lib/run.mjs';
import { BestFit } from './best_fit.mjs';
import { ByteSink } from './proto_sink.mjs';

const LANES = 128; // of the layout's tile
const SUBLANES = 8;
const OPCODES = [
  'fusion',
  'fusion',
  'fusion',
  'convolution',
  'copy',
  'all-reduce',
  'dot',
  'custom-call',
  'reduce',
  'broadcast',
];
const LAYERS = 48;
const KINDS = { alloc: 0, free: 1, share: 2 };

/** A small fast generator of numbers in [0, 1) (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Rows and columns of a buffer: mostly small, some large, one in six not a multiple of the tile. */
function shapeOf(next) {
  const kind = next();
  const columns = LANES * 2 ** Math.floor(next() * 5);
  const most = kind < 0.6 ? 4 : kind < 0.9 ? 8 : 12;
  const rows = SUBLANES * Math.ceil(2 ** (next() * most));
  return { rows, columns: next() < 1 / 6 ? columns - Math.floor(next() * (LANES - 1)) : columns };
}

const up = (value, to) => Math.ceil(value / to) * to;

/**
 * The program as columns, one row per temporary buffer: rows, columns (of its shape), size, offset, start and end (program
 * points), root (the buffer whose memory it shares, or itself); `parameters` (sizes); `events`; `top`, the allocation's size.
 */
export function makeProgram(count) {
  const next = random(20_240_607 + count);
  const program = {
    count,
    rows: new Uint32Array(count),
    columns: new Uint32Array(count),
    size: new Float64Array(count),
    offset: new Float64Array(count),
    start: new Uint32Array(count),
    end: new Uint32Array(count),
    root: new Uint32Array(count),
    parameters: [],
    events: 0,
    top: 0,
  };
  for (let i = 0; i < Math.min(2000, Math.ceil(count / 50)); i++) program.parameters.push(shapeOf(next));

  // When each dies (its step, inclusive), and lists of who dies at a step.
  const death = new Uint32Array(count);
  const firstDying = new Int32Array(count).fill(-1);
  const nextDying = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const before = i - 1;
    const shares = i > 0 && next() < 0.06 && program.root[before] === before && death[before] >= i;
    const shape = shares ? { rows: program.rows[before], columns: program.columns[before] } : shapeOf(next);
    program.rows[i] = shape.rows;
    program.columns[i] = shape.columns;
    program.size[i] = up(shape.rows, SUBLANES) * up(shape.columns, LANES) * 4;
    program.root[i] = shares ? before : i;
    const kind = next();
    let life = Math.floor(-Math.log(1 - next()) * 5);
    if (kind < 0.04 && i < count / 2)
      life = count - 2 * i + Math.floor((next() - 0.5) * 40); // kept for the backward pass
    else if (kind < 0.12) life = Math.floor(next() ** 3 * (count / 100)) + 20;
    death[i] = Math.max(i, Math.min(count - 1, i + Math.max(0, life)));
    if (shares) death[i] = Math.max(death[i], death[before]);
    nextDying[i] = firstDying[death[i]];
    firstDying[death[i]] = i;
  }

  const heap = new BestFit();
  const users = new Uint8Array(count); // of a root's memory
  for (let step = 0; step < count; step++) {
    const root = program.root[step];
    program.offset[step] = root === step ? heap.allocate(program.size[step]) : program.offset[root];
    users[root]++;
    program.start[step] = program.events++;
    for (let dying = firstDying[step]; dying >= 0; dying = nextDying[dying]) {
      program.end[dying] = program.events++;
      if (--users[program.root[dying]] === 0) heap.free(program.offset[dying], program.size[dying]);
    }
  }
  program.top = heap.top;
  program.death = death;
  program.firstDying = firstDying;
  program.nextDying = nextDying;
  return program;
}

const opcodeOf = (i) => OPCODES[(Math.imul(i, 2654435761) >>> 16) & 7] ?? OPCODES[i % OPCODES.length];
const nameOf = (i) => `${opcodeOf(i)}.${i}`;

function shape({ rows, columns }) {
  return (sink) => {
    sink.number(2, 11); // F32
    sink.packed(3, [rows, columns]);
    sink.message(5, (layout) => {
      layout.packed(1, [1, 0]);
      layout.message(6, (tile) => tile.packed(1, [SUBLANES, LANES]));
    });
  };
}

function instruction(id, name, opcode, of, opName, line) {
  return (sink) => {
    sink.text(1, name);
    sink.text(2, opcode);
    sink.message(3, shape(of));
    sink.message(7, (metadata) => {
      metadata.text(2, opName);
      metadata.text(3, 'model.py');
      metadata.number(4, line);
    });
    sink.number(35, id);
  };
}

function layerOf(program, i) {
  const half = program.count / 2;
  const layer = Math.floor((i < half ? i / half : (program.count - 1 - i) / half) * LAYERS);
  return `jit(train_step)/${i < half ? 'jvp' : 'transpose(jvp'}(layer_${layer})${i < half ? '' : ')'}/${opcodeOf(i)}`;
}

function computation(program) {
  const first = program.parameters.length;
  return (sink) => {
    sink.text(1, 'main');
    program.parameters.forEach((of, i) => {
      sink.message(2, instruction(i + 1, `param.${i}`, 'parameter', of, `params['layer_${i % LAYERS}']['w${i}']`, 10));
    });
    for (let i = 0; i < program.count; i++) {
      const of = { rows: program.rows[i], columns: program.columns[i] };
      sink.message(2, instruction(first + i + 1, nameOf(i), opcodeOf(i), of, layerOf(program, i), 20 + (i % 400)));
    }
    sink.number(5, 1);
    sink.number(6, 1);
  };
}

function buffer(id, size, instructionId) {
  return (sink) => {
    sink.number(1, id);
    sink.number(2, size);
    sink.message(3, (at) => at.number(4, instructionId));
  };
}

const assigned = (id, offset, size) => (sink) => {
  sink.number(1, id);
  sink.number(2, offset);
  sink.number(3, size);
};

function event(kind, id, name, shared) {
  return (sink) => {
    sink.number(1, kind);
    sink.number(2, id);
    sink.text(3, 'main');
    sink.text(4, name);
    if (shared) sink.number(5, shared);
  };
}

function trace(program) {
  const id = (i) => program.parameters.length + i + 1;
  return (sink) => {
    for (let step = 0; step < program.count; step++) {
      const root = program.root[step];
      const name = nameOf(step);
      if (root === step) sink.message(1, event(KINDS.alloc, id(step), name, 0));
      else sink.message(1, event(KINDS.share, id(step), name, id(root)));
      for (let dying = program.firstDying[step]; dying >= 0; dying = program.nextDying[dying]) {
        sink.message(1, event(KINDS.free, id(dying), name, 0));
      }
    }
    sink.number(3, program.parameters.length); // buffer_allocation_index
  };
}

function assignment(program) {
  const first = program.parameters.length;
  const sizeOf = (of) => up(of.rows, SUBLANES) * up(of.columns, LANES) * 4;
  return (sink) => {
    program.parameters.forEach((of, i) => {
      sink.message(1, buffer(i + 1, sizeOf(of), i + 1));
    });
    for (let i = 0; i < program.count; i++) sink.message(1, buffer(first + i + 1, program.size[i], first + i + 1));
    program.parameters.forEach((of, i) => {
      sink.message(3, (allocation) => {
        allocation.number(1, i);
        allocation.number(2, sizeOf(of));
        allocation.number(5, 1);
        allocation.number(6, i);
        allocation.message(9, assigned(i + 1, 0, sizeOf(of)));
      });
    });
    sink.message(3, (allocation) => {
      allocation.number(1, first);
      allocation.number(2, program.top);
      for (let i = 0; i < program.count; i++)
        allocation.message(9, assigned(first + i + 1, program.offset[i], program.size[i]));
    });
    sink.message(4, trace(program));
  };
}

/** The whole HloProto. */
function hloProto(program) {
  return (sink) => {
    sink.message(1, (module) => {
      module.text(1, `jit_generated_${program.count}`);
      module.text(2, 'main');
      module.message(3, computation(program));
      module.number(5, 1);
      module.number(6, 1);
    });
    sink.message(3, assignment(program));
  };
}

/** Writes the program to a file; resolves to its size in bytes. */
export function writeModule(program, path) {
  const file = openSync(path, 'w');
  const sink = new ByteSink((bytes) => writeSync(file, bytes));
  hloProto(program)(sink);
  sink.end();
  closeSync(file);
  return sink.bytes;
}

/** A module with so many buffers, as a file; made once. */
export function generatedModule(buffers) {
  mkdirSync(inRoot('build/bench'), { recursive: true });
  const path = inRoot('build/bench', `generated_${buffers}.hlo.pb`);
  if (!existsSync(path)) writeModule(makeProgram(buffers), path);
  return path;
}

if (isMain(import.meta.url)) {
  const [count, path] = process.argv.slice(2);
  if (!path || !(Number(count) > 0)) {
    console.error('usage: node tests/bench/generate/module.mjs BUFFERS FILE');
    process.exit(2);
  }
  const program = makeProgram(Number(count));
  console.log(`${path}: ${writeModule(program, path)} bytes, ${program.events} events, ${program.top} bytes of memory`);
}
