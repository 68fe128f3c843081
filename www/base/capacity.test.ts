// Whether a program fits: which of several sizes counts, the baseline, and equality.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GiB, MiB } from './bytes';
import { type CapacityFacts, capacityName, capacityOf, errorCapacity, fit, verdict, verdictDetail } from './capacity';
import { findChip } from './chips';

const nothing: CapacityFacts = {
  space: 0,
  told: { name: '', memoryBytes: null, reservedBytes: null, scopedVmemBytes: null },
  scopedBytes: 0,
  chosen: null,
  size: null,
  baseline: null,
  fromError: null,
};
const v5e: CapacityFacts = { ...nothing, told: { ...nothing.told, name: 'TPU v5e', reservedBytes: 0 } };

test('nothing known, no capacity', () => {
  assert.equal(capacityOf(nothing), null);
  assert.equal(capacityOf({ ...nothing, told: { ...nothing.told, name: 'TPU GHOST' } }), null);
  assert.equal(capacityOf({ ...nothing, baseline: GiB }), null);
});

test('the best that is known counts: typed, chosen, the file, an error, the chip’s name', () => {
  const bytes = (facts: CapacityFacts) => [capacityOf(facts)?.bytes, capacityOf(facts)?.origin];
  assert.deepEqual(bytes(v5e), [15.75 * GiB, 'name']);
  const error = { ...v5e, fromError: 15.48 * GiB };
  assert.deepEqual(bytes(error), [15.48 * GiB, 'error']);
  const file = { ...error, told: { ...v5e.told, memoryBytes: 14 * GiB } };
  assert.deepEqual(bytes(file), [14 * GiB, 'file']);
  const chosen = { ...file, chosen: findChip('TPU v4') };
  assert.deepEqual(bytes(chosen), [30.75 * GiB, 'chosen']);
  assert.deepEqual(bytes({ ...chosen, size: 5 }), [5, 'typed']);
});

test('an out-of-memory message tells the capacity of its own space and module', () => {
  const error = { isError: true, kind: 'compile', space: 'hbm', capacityBytes: 100, program: '' };
  assert.equal(errorCapacity([error], 0, 'f'), 100);
  assert.equal(errorCapacity([{ ...error, program: 'f' }], 0, 'f'), 100);
  assert.equal(errorCapacity([{ ...error, program: 'g' }], 0, 'f'), null);
  assert.equal(errorCapacity([error], 1, 'f'), null);
  assert.equal(errorCapacity([{ ...error, isError: false }], 0, 'f'), null);
  assert.equal(errorCapacity([{ ...error, kind: 'allocator', space: 'GPU_0_bfc' }], 0, 'f'), null);
  assert.equal(
    errorCapacity(
      [
        { ...error, capacityBytes: null },
        { ...error, capacityBytes: 7 },
      ],
      0,
      'f',
    ),
    7,
  );
});

test('each memory space by its own size; none for the host’s', () => {
  const of = (space: number, name = 'TPU v4') => capacityOf({ ...nothing, space, chosen: findChip(name) })?.bytes;
  assert.equal(of(1), 16 * MiB);
  assert.equal(of(3), 64 * MiB);
  assert.equal(of(4), MiB);
  assert.equal(of(5), undefined);
  assert.equal(of(3, 'TPU v5e'), undefined);
  assert.equal(of(1, 'H100'), undefined);
  // A file's memoryBytes is the device's main memory.
  assert.equal(capacityOf({ ...v5e, space: 5, told: { ...v5e.told, memoryBytes: 1 } }), null);
});

test('others hold what is typed, else what the file reserves, in VMEM what scoped allocations take', () => {
  const told = { ...v5e.told, reservedBytes: GiB };
  assert.deepEqual(capacityOf({ ...v5e, told }), {
    chip: 'TPU v5e',
    origin: 'name',
    bytes: 15.75 * GiB,
    baseline: GiB,
    usable: 14.75 * GiB,
  });
  assert.equal(capacityOf({ ...v5e, told, baseline: 0 })?.usable, 15.75 * GiB);
  assert.equal(capacityOf({ ...v5e, told, baseline: 99 * GiB })?.usable, 0);
  const vmem = { ...v5e, space: 1, scopedBytes: 4 * MiB };
  assert.equal(capacityOf(vmem)?.usable, 124 * MiB);
  assert.equal(capacityOf({ ...vmem, told: { ...told, scopedVmemBytes: 16 * MiB } })?.usable, 112 * MiB);
});

test('needing exactly what there is fits; one byte more does not', () => {
  assert.deepEqual(fit(100, 100), { bytes: 100, fits: true, spare: 0 });
  assert.deepEqual(fit(101, 100), { bytes: 101, fits: false, spare: -1 });
  assert.deepEqual(fit(0, 0), { bytes: 0, fits: true, spare: 0 });
});

test('the sentences', () => {
  const capacity = capacityOf(v5e);
  assert.ok(capacity);
  const small = fit(12.5 * GiB, capacity.usable);
  assert.equal(verdict(capacity, small), 'Fits in TPU v5e (15.75 GiB usable) with 3.25 GiB to spare');
  const large = fit(286.25 * GiB, capacity.usable);
  assert.equal(verdict(capacity, large), 'Does not fit in TPU v5e (15.75 GiB usable): 270.5 GiB over');
  assert.equal(
    verdictDetail(large, fit(15 * GiB, capacity.usable)),
    'Allocated 286.3 GiB; live peak 15.00 GiB, 768.0 MiB to spare',
  );
  assert.equal(
    verdictDetail(fit(MiB, GiB), fit(2 * GiB, GiB)),
    'Allocated 1.00 MiB; live peak 2.00 GiB, of buffers that overlap',
  );
  const held = capacityOf({ ...nothing, size: 80 * GiB, baseline: 2 * GiB });
  assert.equal(held && capacityName(held), '80.00 GiB − 2.00 GiB held = 78.00 GiB');
});
