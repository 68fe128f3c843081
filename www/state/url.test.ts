// The hash: there and back, and forgiving.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeState, EMPTY, encodeState, moved } from './url';

test('there and back', () => {
  const state = {
    module: 'jit_f;x=1(42)',
    space: 1,
    trace: 2,
    point: 641,
    range: { from: 10, to: 300 },
    buffer: 7,
    twin: 2,
    schedule: true,
    addresses: { from: 0, to: 4096 },
    colorBy: 3,
    selected: { from: 1, to: 2 },
    query: 'op:/a;b=\\d+/ size>1MiB',
    chip: 'TPU v5e',
    sizes: { 0: 17179869184, 1: 67108864 },
    baselines: { 0: 0 },
  };
  assert.deepEqual(decodeState(`#${encodeState(state)}`), state);
});

test('little state, short URL', () => {
  assert.equal(encodeState(EMPTY), '');
  assert.equal(encodeState({ ...EMPTY, module: 'm' }), '1;m=m');
});

test('places to come back to', () => {
  const at = { ...EMPTY, module: 'm', space: 0, point: 3 };
  assert.deepEqual(moved(at, { ...at, query: 'x', range: { from: 1, to: 2 } }), []);
  assert.deepEqual(moved(at, { ...at, point: 4 }), ['point']);
  assert.deepEqual(moved(at, { ...at, space: 1, point: null }), ['view', 'point']);
  assert.deepEqual(moved(at, { ...at, buffer: 4 }), ['buffer']);
});

test('forgiving', () => {
  assert.equal(decodeState(''), null);
  assert.equal(decodeState('#2;m=x'), null);
  assert.equal(decodeState('#1;s=0'), null);
  assert.deepEqual(decodeState('#1;m=%E0%A4%A;s=-1;x=9-3;b=zz;z=0-x.y;l=-;new=1'), { ...EMPTY, module: '%E0%A4%A' });
});
