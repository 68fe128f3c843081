import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArguments } from './arguments';

test('files and options in any order', () => {
  assert.deepEqual(parseArguments(['a.pb', '--space', 'vmem', '--module', 'jit_f(3)', 'b.pb', '--json']), {
    files: ['a.pb', 'b.pb'],
    module: 'jit_f(3)',
    space: 1,
    chip: null,
    capacity: null,
    baseline: null,
    output: 'json',
  });
  assert.deepEqual(parseArguments(['a.pb', '--space', '12']), {
    files: ['a.pb'],
    module: null,
    space: 12,
    chip: null,
    capacity: null,
    baseline: null,
    output: 'text',
  });
});

test('a capacity is a size or a chip', () => {
  const of = (...words: string[]) => {
    const args = parseArguments(['a.pb', ...words]);
    return typeof args === 'string' ? args : [args.chip?.name ?? null, args.capacity, args.baseline];
  };
  assert.deepEqual(of('--capacity', '15.75G'), [null, 15.75 * 2 ** 30, null]);
  assert.deepEqual(of('--capacity', 'v5e', '--baseline', '1GiB'), ['TPU v5e', null, 2 ** 30]);
  assert.deepEqual(of('--capacity', 'A100 80GB'), ['A100 80GB', null, null]);
  assert.match(of('--capacity', 'A100') as string, /"A100" is no size and no chip; .*A100 40GB, A100 80GB/);
  assert.match(of('--baseline', 'much') as string, /"much" is no size/);
});

test('what is wrong is said', () => {
  assert.equal(parseArguments([]), 'no file given');
  assert.equal(parseArguments(['a.pb', '--space']), '--space needs a value');
  assert.match(parseArguments(['a.pb', '--space', 'ram']) as string, /no memory space "ram"/);
  assert.equal(parseArguments(['a.pb', '--jsn']), 'unknown option --jsn');
});
