// Makes XSpace files (profiles) of any size for benchmarks, as a profiler writes them: nearly all bytes are trace lines, and
// one plane holds the programs.
//
//   node tests/bench/generate/xspace.mjs MEGABYTES FILE [first|middle|last] [sparse]
//
// Deterministic and streamed to disk. `sparse` makes the lines' bytes a hole in the file (a line's name of NULs, which is
// valid), so that 5 GB take no room. Programs: modules of module.mjs, from about 1 KB up.
import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { isMain } from '../../../tools/lib/run.mjs';
import { bytes, head, lengthOf, number } from '../../e2e/lib/wire.mjs';
import { generatedModule } from './module.mjs';

/** XEvents as a device's line holds them: metadata id, offset, duration, two stats. About a megabyte. */
function someEvents() {
  const events = [];
  for (let i = 0, size = 0; size < 1 << 20; i++) {
    const stats = [number(1, 3 + (i % 5)), number(4, i * 977)];
    const event = bytes(
      4,
      number(1, 1 + (i % 4000)),
      number(2, i * 1_234_567),
      number(3, 1000 + ((i * 7919) % 90_000)),
      bytes(4, ...stats),
      bytes(4, number(1, 9), number(3, i % 64)),
    );
    events.push(event);
    size += event.length;
  }
  return Buffer.concat(events);
}

/** The plane with the programs: [{name, id, file}]. Large files are not copied into one buffer: returns parts. */
function metadataPlane(programs) {
  const parts = [number(1, 1), bytes(2, '/host:metadata')];
  for (const { name, id, file } of programs) {
    const proto = readFileSync(file);
    const stat = [head(5, 0), number(1, 1), head(6, proto.length), proto];
    const statBytes = lengthOf(stat.slice(1));
    stat[0] = head(5, statBytes);
    const metadata = [number(1, id), bytes(2, `${name}(${id})`), ...stat];
    const length = lengthOf(metadata);
    const entry = [number(1, id), head(2, length), ...metadata];
    parts.push(head(4, lengthOf(entry)), ...entry);
  }
  parts.push(bytes(5, number(1, 1), bytes(2, number(1, 1), bytes(2, 'Hlo Proto'))));
  return [head(1, lengthOf(parts)), ...parts];
}

/** A plane of a device with its names and one line of `length` bytes. Calls put(part) and, for a hole, skip(bytes). */
function devicePlane(id, length, sparse, events, put, skip) {
  const names = [number(1, id), bytes(2, `/device:TPU:${id}`)];
  for (let i = 1; i <= 4000; i++) {
    const name = `%fusion.${i} = bf16[4096,8192]{1,0:T(8,128)(2,1)} fusion(...)`;
    names.push(bytes(4, number(1, i), bytes(2, number(1, i), bytes(2, name), bytes(4, `fusion.${i}`))));
  }
  const line = [number(1, 2), bytes(11, 'XLA Ops'), number(3, 1_700_000_000)];
  if (sparse) line.push(head(2, length));
  const copies = sparse ? 0 : Math.max(1, Math.round(length / events.length));
  const payload = sparse ? length : copies * events.length;
  const lineBytes = lengthOf(line) + payload;
  const before = [...names, head(3, lineBytes), ...line];
  put(head(1, lengthOf(before) + payload));
  for (const part of before) put(part);
  if (sparse) skip(length);
  for (let i = 0; i < copies; i++) put(events);
}

/** Lines of at most this many bytes: protobuf's own limit for a message is 2 GiB. */
const LINE = 256 * 1024 * 1024;

/** Writes about `size` bytes; programs as [{name, id, file}], their plane `where` among the others. Returns its real size. */
export function writeXSpace(path, size, programs, where = 'middle', sparse = false) {
  const file = openSync(path, 'w');
  let at = 0;
  const put = (part) => {
    for (let done = 0; done < part.length; ) done += writeSync(file, part, done, part.length - done, at + done);
    at += part.length;
  };
  const skip = (count) => {
    at += count;
    ftruncateSync(file, at);
  };
  const events = someEvents();
  const planes = Math.max(2, Math.ceil(size / LINE));
  const metadataAt = { first: 0, middle: planes >> 1, last: planes }[where];
  const own = programs.reduce((sum, program) => sum + statSync(program.file).size, 0);
  for (let i = 0; i <= planes; i++) {
    if (i === metadataAt) for (const part of metadataPlane(programs)) put(part);
    if (i < planes) devicePlane(i, Math.floor(Math.max(0, size - own) / planes), sparse, events, put, skip);
  }
  put(bytes(4, 'benchmark-host'));
  closeSync(file);
  return at;
}

/** [{name, id, file}] for a profile of `size` bytes: from the smallest helper to a training step,
 *  together at most a sixtieth of it. */
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

if (isMain(import.meta.url)) {
  const [megabytes, path, where, sparse] = process.argv.slice(2);
  const size = writeXSpace(
    path,
    Number(megabytes) * 1e6,
    programsFor(Number(megabytes) * 1e6),
    where,
    sparse === 'sparse',
  );
  console.log(`${path}: ${size} bytes`);
}
