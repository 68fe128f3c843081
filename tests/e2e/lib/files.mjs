// The files tests open: small real ones from tests/data, the large ones beside the repository, and made ones that are
// broken on purpose.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot, SAMPLE } from '../../../tools/lib/paths.mjs';
import { bytes, number } from './wire.mjs';

const data = (...parts) => inRoot('tests/data', ...parts);

/** The page's own sample, a training step with 330 buffers live at the peak. */
export { SAMPLE };
/** HBM, VMEM and sync flags of a small TPU training step. */
export const STEP = data('jax/mlp_train_donated/module_0000.jit_train_step.cl_1014260217.after_optimizations.hlo.pb');
/** The same kind, gzipped, with many buffers in VMEM and a SparseCore space. */
export const TRANSFORMER = data('jax/transformer_small/module_0000.jit_train_step.after_optimizations.hlo.pb.gz');
export const PADDING = data('jax/padding_waste/module_0000.jit_padding_waste.cl_1014260217.after_optimizations.hlo.pb');
export const OFFLOAD = data('jax/host_offload/module_0000.jit_update.cl_1014260217.after_optimizations.hlo.pb');
export const PALLAS = data('jax/pallas_vmem/module_0000.jit_pallas_step.cl_1014260217.after_optimizations.hlo.pb');
export const DECODE = data('jax/gpu_decode/module_0001.jit_generate.sm_9.0a_gpu_after_optimizations.hlo.pb');
export const CPU = data('jax/cpu_mlp/module_0000.jit_train_step.cpu_after_optimizations.hlo.pb');
/** An XSpace with thirteen programs, gzipped. */
export const PROFILE = data('profiles/cpu_warm.xplane.pb.gz');
export const PROFILE_WITHOUT_HLO = data('profiles/cpu_no_hlo.xplane.pb');
export const ASSIGNMENT = data('profiles/train_step.buffer_assignment.pb');
export const MODULE_ONLY = data('profiles/train_step.hlo_module.pb');
export const HLO_TEXT = data('profiles/train_step.as_text.txt');
/** Out-of-memory messages of every kind, made after FORMATS. */
export const OOM = (name) => data('oom', name);
/** XProf's own answer for STEP's main memory. */
export const XPROF_JSON = data('golden/jax/mlp_train_donated/ms0.json.gz');
/** One module as the compiler dumped it: proto, texts, reports. */
export const CPU_FOLDER = data('jax/cpu_mlp');
export const MATMUL_FOLDER = data('jax/matmul');
const CPU_STEM = `${CPU_FOLDER}/module_0000.jit_train_step.cpu_after_optimizations`;
export const CPU_TEXTS = {
  assignment: `${CPU_STEM}-buffer-assignment.txt`,
  ranges: `${CPU_STEM}-live-range.txt`,
  values: `${CPU_STEM}-buffer-assignment-values.txt`,
  report: `${CPU_STEM}-memory-usage-report.txt`,
  reportProto: `${CPU_STEM}-memory-usage-report.pb`,
};
export const PPROF = data('profiles/memory.prof');

/** A file of ../shared/data, or null where that is absent. */
export function sharedFile(...parts) {
  const path = join(process.env.XMV_SHARED ?? '', 'data', ...parts);
  return process.env.XMV_SHARED && existsSync(path) ? path : null;
}

/** For viewerTest's `skip`. */
export const unlessShared = (path) => (path ? false : 'needs the files in ../shared (XMV_SHARED)');

mkdirSync(inRoot('build/e2e'), { recursive: true });
const workshop = mkdtempSync(inRoot('build/e2e/files-'));
process.on('exit', () => rmSync(workshop, { recursive: true, force: true }));

/** Writes a file of that name; each in a folder of its own, so that two of one name are two. */
function made(name, content) {
  const path = join(mkdtempSync(join(workshop, 'f-')), name);
  writeFileSync(path, content());
  return path;
}

/** A folder with these files, by name. */
export function folderWith(name, contents) {
  const path = join(mkdtempSync(join(workshop, 'd-')), name);
  mkdirSync(path);
  for (const [file, content] of Object.entries(contents)) writeFileSync(join(path, file), content);
  return path;
}

/** The files of a folder by name, for folderWith. */
export const contentsOf = (folder) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));

/** CPU_FOLDER with a proto that was cut off. */
export const damagedFolder = () =>
  folderWith('cpu_mlp_damaged', { ...contentsOf(CPU_FOLDER), [basename(CPU)]: readFileSync(CPU).subarray(0, 6000) });

/** A text that is nothing of ours. */
export const plainText = () => made('notes.txt', () => 'A list of things to do.\nNothing about memory.\n'.repeat(20));

/** A text as a file. */
export const textFile = (name, text) => made(name, () => text);

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});
const crc32 = (bytes) => ~bytes.reduce((crc, byte) => (crc >>> 8) ^ CRC[(crc ^ byte) & 255], -1) >>> 0;

/** A zip of a folder's files, not compressed. */
export const zipOf = (folder) =>
  made(`${basename(folder)}.zip`, () => {
    const parts = [];
    const directory = [];
    let offset = 0;
    const names = readdirSync(folder);
    for (const name of names) {
      const content = readFileSync(join(folder, name));
      const path = Buffer.from(`${basename(folder)}/${name}`);
      const fields = Buffer.alloc(26);
      fields.writeUInt16LE(20, 0); // version; flags, method and time are 0
      fields.writeUInt32LE(crc32(content), 10);
      fields.writeUInt32LE(content.length, 14);
      fields.writeUInt32LE(content.length, 18);
      fields.writeUInt16LE(path.length, 22);
      const local = [Buffer.from('PK\x03\x04'), fields, path, content];
      const where = Buffer.alloc(14);
      where.writeUInt32LE(offset, 10);
      directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, where, path);
      parts.push(...local);
      offset += 30 + path.length + content.length;
    }
    const end = Buffer.alloc(18);
    end.writeUInt16LE(names.length, 4);
    end.writeUInt16LE(names.length, 6);
    end.writeUInt32LE(Buffer.concat(directory).length, 8);
    end.writeUInt32LE(offset, 12);
    return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
  });

export const emptyFile = () => made('empty.hlo.pb', () => '');

export const truncatedFile = () =>
  made('truncated.hlo.pb', () => {
    const whole = readFileSync(STEP);
    return whole.subarray(0, Math.floor(whole.length * 0.4));
  });

export const truncatedGzip = () =>
  made('truncated.hlo.pb.gz', () => {
    const whole = readFileSync(TRANSFORMER);
    return whole.subarray(0, Math.floor(whole.length * 0.6));
  });

/** A copy under another name, for tests with many files. */
export const renamed = (path, name) => made(name, () => readFileSync(path));

/** What a copy through a text editor or a chat leaves: bytes that are no UTF-8 become U+FFFD. */
export const mangledFile = () => made('mangled.hlo.pb', () => Buffer.from(readFileSync(STEP).toString('utf8'), 'utf8'));

/** A dump of a pass before buffer assignment: an HloProto with nothing but the module. */
export const wrongPass = () =>
  made('module_0000.jit_train_step.before_optimizations.hlo.pb', () => bytes(1, readFileSync(MODULE_ONLY)));

/** An HloSnapshot, as runs recorded with their arguments are kept: an HloProto inside. */
export const snapshot = () => made('step.hlo_snapshot.pb', () => bytes(1, readFileSync(STEP)));

/**
 * A profile of two programs, STEP and PADDING, with so long a trace between them that the reader's window holds one of them
 * only.
 */
export const spreadProfile = () =>
  made('live.xplane.pb', () => {
    const programs = (id, path) => {
      const metadata = bytes(
        2,
        number(1, id),
        bytes(2, `step(${id})`),
        bytes(5, number(1, 1), bytes(6, readFileSync(path))),
      );
      const kind = bytes(5, number(1, 1), bytes(2, number(1, 1), bytes(2, 'Hlo Proto')));
      return bytes(1, bytes(2, '/host:metadata'), bytes(4, number(1, id), metadata), kind);
    };
    const trace = bytes(1, bytes(2, '/device:TPU:0'), bytes(3, bytes(2, Buffer.alloc(3e6))));
    return Buffer.concat([programs(1, STEP), trace, programs(2, PADDING)]);
  });

export const randomFile = () =>
  made('random.bin', () => Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3) * 104729) & 255)));

/**
 * A gzipped profile with so long a trace that inflating it takes seconds, and a real program behind it: something to
 * cancel. Small on disk, since the trace is zeros.
 */
export const slowProfile = (megabytes = 400) =>
  made('slow.xplane.pb.gz', () => {
    const trace = Buffer.alloc(megabytes * 1_000_000);
    const plane = bytes(1, bytes(2, '/host:CPU'), bytes(3, bytes(2, trace)));
    return gzipSync(plane, { level: 1 });
  });

/**
 * A real file in which every occurrence of `from` (UTF-8) is `to` of the same length: names change, the structure does
 * not.
 */
export function patched(path, name, from, to) {
  return made(name, () => {
    const [old, fresh] = [Buffer.from(from), Buffer.from(to)];
    if (old.length !== fresh.length) throw new Error(`"${from}" and "${to}" differ in length`);
    const bytes = Buffer.from(readFileSync(path));
    let count = 0;
    for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old, at + old.length)) {
      fresh.copy(bytes, at);
      count++;
    }
    if (count === 0) throw new Error(`${name}: no "${from}" to replace`);
    return bytes;
  });
}
