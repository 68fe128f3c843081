// The parts add up: live ones to the live bytes, all of them to the total.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Overview } from '#wasm/memory_viewer.js';
import { sumOf } from './parts';

const base: Overview = {
  module: 0,
  space: 0,
  spaceName: 'HBM',
  trace: 0,
  traces: [],
  points: 10,
  buffers: 5,
  entryComputation: 'main',
  peakBytes: 1000,
  peakPoint: 3,
  totalBytes: 1500,
  parameterBytes: 300,
  outputBytes: 0,
  threadLocalBytes: 10,
  constantBytes: 100,
  wholeProgramBytes: 400,
  aliasedOutputBytes: 0,
  temporaryAllocationBytes: 1080,
  untracedTemporaryBytes: 200,
  unattributedBytes: 30,
  unrepresentedBytes: 20,
  fragmentationBytes: 500,
  scopedVmemBytes: 0,
  scopedVmemInstruction: '',
  xprofUnpaddedPeakBytes: 900,
  notes: [],
};
const total = (parts: readonly { bytes: number }[]) => parts.reduce((sum, part) => sum + part.bytes, 0);

test('live parts sum to the peak, all parts to the total', () => {
  const sum = sumOf(base);
  assert.deepEqual(
    sum.live.map((part) => part.label),
    ['Parameters', 'Constants', 'Temporaries'],
  );
  assert.equal(total(sum.live), base.peakBytes);
  assert.equal(total(sum.live) + total(sum.beyond), base.totalBytes);
  assert.equal(sum.overlapBytes, 0);
});

test('more live than allocated is an overlap, not a negative part', () => {
  const sum = sumOf({
    ...base,
    totalBytes: 900,
    untracedTemporaryBytes: 0,
    unattributedBytes: 0,
    unrepresentedBytes: 0,
  });
  assert.deepEqual(sum.beyond, []);
  assert.equal(sum.overlapBytes, 100);
});
