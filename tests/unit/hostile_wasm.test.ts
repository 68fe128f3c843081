// The hostile files that could hurt WebAssembly in particular, where the stack is small and memory ends at 4 GB. All the
// others are tested natively (hostile_test.cc).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import createMemoryViewer, { type Failure, type Session } from '#wasm/memory_viewer.js';
import wasmBinary from '#wasm/memory_viewer.wasm';

const core = await createMemoryViewer({ wasmBinary });

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const number = (field: number, value: number) => Buffer.from([...varint(field * 8), ...varint(value)]);
const message = (field: number, ...parts: (Uint8Array | string)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
};

/** An HloProto whose one buffer, of the shape given, is live. */
function hlo(shape: Buffer) {
  const instruction = message(2, message(1, 'deep'), message(2, 'add'), message(3, shape), number(35, 11));
  const module = message(1, message(1, 'm'), message(2, 'main'), message(3, message(1, 'main'), instruction));
  const buffer = message(1, number(1, 1), number(2, 300), message(3, number(4, 11)));
  const allocation = message(3, number(1, 0), number(2, 1024), message(9, number(1, 1), number(3, 300)));
  const trace = message(4, message(1, number(1, 0), number(2, 1)));
  return Buffer.concat([module, message(3, buffer, allocation, trace)]);
}

function nestedTuple(depth: number) {
  let shape = number(2, 11);
  for (let i = 0; i < depth; i++) shape = Buffer.concat([number(2, 13), message(4, shape)]);
  return shape;
}

/** Whatever comes of a file: the code of its failure, or 'ok' when everything could be asked. Nothing may throw. */
function ask(session: Session, bytes: Uint8Array): string {
  const file = session.addFile(
    'file',
    bytes.length,
    (offset, length) => bytes.subarray(offset, offset + length),
    () => {},
  );
  if ('code' in file) return file.code;
  for (const module of session.modules()) {
    if (module.failure) return module.failure.code;
    for (const { space } of module.spaces) {
      const view = session.view(module.module, space, -1);
      if ('code' in view) return (view as Failure).code;
      const overview = view.overview();
      view.curve(0, overview.points, 100);
      const rows = view.rows(overview.peakPoint, 1, false, 0, 20, false);
      for (const buffer of rows.buffer) assert.ok(!('code' in view.card(buffer)));
      view.delete();
      assert.equal(typeof session.xprofJson(module.module, space), 'string');
    }
  }
  return 'ok';
}

function outcome(bytes: Uint8Array) {
  const session = new core.Session();
  const result = ask(session, bytes);
  session.delete();
  return result;
}

test('tuples nested as deep as protobuf allows, and far deeper', () => {
  assert.equal(outcome(hlo(nestedTuple(1))), 'ok');
  assert.equal(outcome(hlo(nestedTuple(98))), 'ok');
  assert.equal(outcome(hlo(nestedTuple(3000))), 'CORRUPT');
});

test('a forged gzip trailer does not reserve gigabytes', () => {
  const bytes = gzipSync(hlo(nestedTuple(1)));
  bytes.writeUInt32LE(0x7fffffff, bytes.length - 4);
  assert.equal(outcome(bytes), 'COMPRESSED_CORRUPT');
  assert.ok(core.heapBytes() < 100 << 20);
});

test('a field of gigabytes in a file of gigabytes', () => {
  // Only the front exists; the rest reads as zeros. 32-bit sizes must not wrap.
  const size = 6 * 2 ** 30;
  const buffer = message(1, number(1, 1), number(2, 300), message(3, number(4, 11)));
  const allocation = [...varint(3 * 8 + 2), ...varint(5 * 2 ** 30), ...varint(10 * 8 + 2), ...varint(2 ** 32 + 5)];
  const front = Buffer.from([...varint(3 * 8 + 2), ...varint(size - 6), ...buffer, ...allocation]);
  const session = new core.Session();
  const read = (offset: number, length: number) => {
    const bytes = new Uint8Array(length);
    if (offset < front.length) bytes.set(front.subarray(offset, offset + length));
    return bytes;
  };
  const file = session.addFile('vast', size, read, () => {});
  assert.equal('code' in file && file.code, 'LIMIT');
  assert.ok(core.heapBytes() < 400 << 20);
  session.delete();
});

test('inputs that once broke something', () => {
  const folder = 'tests/data/crashes';
  const names = readdirSync(folder);
  assert.ok(names.length > 0);
  for (const name of names) assert.match(outcome(readFileSync(join(folder, name))), /^(ok|[A-Z_]+)$/, name);
});
