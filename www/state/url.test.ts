// The hash: there and back, and forgiving.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeState, EMPTY, encodeState } from './url';

test('there and back', () => {
  const state = {
    module: 'jit_f;x=1(42)',
    space: 1,
    trace: 2,
    point: 641,
    range: { from: 10, to: 300 },
    buffer: 7,
  };
  assert.deepEqual(decodeState(`#${encodeState(state)}`), state);
});

test('little state, short URL', () => {
  assert.equal(encodeState(EMPTY), '');
  assert.equal(encodeState({ ...EMPTY, module: 'm' }), '1;m=m');
});

test('forgiving', () => {
  assert.equal(decodeState(''), null);
  assert.equal(decodeState('#2;m=x'), null);
  assert.equal(decodeState('#1;s=0'), null);
  assert.deepEqual(decodeState('#1;m=%E0%A4%A;s=-1;x=9-3;b=zz;new=1'), { ...EMPTY, module: '%E0%A4%A' });
});
