import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OomReport } from '#wasm/memory_viewer.js';
import { neededBar, programBar, programPlace } from './report_parts';

const NOTHING: OomReport = {
  file: 0,
  kind: 'compile',
  isError: true,
  title: '',
  space: 'hbm',
  exact: true,
  neededBytes: null,
  capacityBytes: null,
  exceededBytes: null,
  freeBytes: null,
  largestFreeBytes: null,
  reservedBytes: null,
  reservableBytes: null,
  originalBytes: null,
  outputBytes: null,
  outputSharedBytes: null,
  tempUnpaddedBytes: null,
  tempPaddedBytes: null,
  tempFragmentationBytes: null,
  parts: [],
  allocations: [],
  program: '',
  device: '',
  instruction: '',
  line: 1,
  count: 1,
  excerpt: '',
  advice: [],
};

test('parts against the capacity, and the program’s own under its piece', () => {
  const report: OomReport = {
    ...NOTHING,
    neededBytes: 110,
    capacityBytes: 100,
    parts: [
      { group: 'total', name: 'reserved', bytes: 10 },
      { group: 'total', name: 'program', bytes: 100 },
      { group: 'total', name: 'arguments', bytes: null },
      { group: 'program', name: 'global', bytes: 20 },
      { group: 'program', name: 'HLO temp', bytes: 80 },
    ],
  };
  const bar = neededBar(report);
  assert.ok(bar);
  assert.deepEqual(
    bar.pieces.map(({ name, bytes, fill }) => [name, bytes, fill]),
    [
      ['reserved', 10, 'fill-2'],
      ['program', 100, 'fill-program'],
      ['arguments', null, 'fill-0'],
    ],
  );
  assert.deepEqual([bar.sum, bar.whole, bar.limit], [110, 110, { label: 'capacity', bytes: 100 }]);
  assert.deepEqual(programPlace(bar), { from: 10 / 110, width: 100 / 110 });
  assert.equal(programBar(report)?.sum, 100);
});

test('a capacity beside what is reserved is drawn with it', () => {
  const [G, M] = [2 ** 30, 2 ** 20];
  const report: OomReport = {
    ...NOTHING,
    neededBytes: 21.9 * G,
    capacityBytes: 7.48 * G,
    exceededBytes: 14.42 * G,
    parts: [
      { group: 'total', name: 'reserved', bytes: 530 * M },
      { group: 'total', name: 'program', bytes: 14.08 * G },
      { group: 'total', name: 'arguments', bytes: 7.82 * G },
    ],
  };
  const bar = neededBar(report);
  assert.ok(bar?.limit);
  assert.equal(bar.limit.label, 'capacity');
  assert.equal(bar.limit.text, '7.48 GiB + 530.0 MiB reserved');
  assert.equal(bar.pieces.length, 3);
  assert.ok(Math.abs(bar.sum - bar.limit.bytes - 14.42 * G) < 1, 'what is beyond is what the message says');
  // Where what is needed has the reserve in it, the capacity has, too.
  const within = neededBar({ ...report, neededBytes: 22.42 * G, capacityBytes: 8 * G });
  assert.deepEqual(within?.limit, { label: 'capacity', bytes: 8 * G });
});

test('what the parts leave open is said, rounding is not', () => {
  const parts = [{ group: 'total', name: 'program', bytes: 900 }] as const;
  assert.deepEqual(neededBar({ ...NOTHING, neededBytes: 1000, parts })?.pieces[1], {
    name: 'not broken down',
    bytes: 100,
    fill: 'fill-free',
  });
  assert.equal(neededBar({ ...NOTHING, neededBytes: 902, parts })?.pieces.length, 1);
});

test('numbers that are not there draw nothing', () => {
  assert.equal(neededBar(NOTHING), null);
  assert.equal(programBar(NOTHING), null);
  assert.equal(neededBar({ ...NOTHING, kind: 'runtime', neededBytes: 5 }), null);
  const unknown = { ...NOTHING, parts: [{ group: 'total', name: 'arguments', bytes: null }] } as const;
  assert.equal(neededBar(unknown), null);
});

test('a goal below zero has no place on a bar', () => {
  const bar = neededBar({ ...NOTHING, kind: 'rematerialization', neededBytes: 30, capacityBytes: -20 });
  assert.deepEqual([bar?.limit, bar?.whole], [null, 30]);
});

test('at run time what is asked for stands beside what is in use, or against what is free', () => {
  const asked = { ...NOTHING, kind: 'allocator', neededBytes: 30 } as const;
  const inUse = neededBar({ ...asked, capacityBytes: 100, freeBytes: 40 });
  assert.deepEqual(
    inUse?.pieces.map(({ name, bytes }) => [name, bytes]),
    [
      ['in use', 60],
      ['asked for', 30],
    ],
  );
  assert.deepEqual(neededBar({ ...asked, freeBytes: 10 })?.limit, { label: 'free', bytes: 10 });
});
