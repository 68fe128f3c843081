import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArguments } from './arguments';

test('files and options in any order', () => {
  assert.deepEqual(parseArguments(['a.pb', '--space', 'vmem', '--module', 'jit_f(3)', 'b.pb', '--json']), {
    files: ['a.pb', 'b.pb'],
    module: 'jit_f(3)',
    space: 1,
    output: 'json',
  });
  assert.deepEqual(parseArguments(['a.pb', '--space', '12']), {
    files: ['a.pb'],
    module: null,
    space: 12,
    output: 'text',
  });
});

test('what is wrong is said', () => {
  assert.equal(parseArguments([]), 'no file given');
  assert.equal(parseArguments(['a.pb', '--space']), '--space needs a value');
  assert.match(parseArguments(['a.pb', '--space', 'ram']) as string, /no memory space "ram"/);
  assert.equal(parseArguments(['a.pb', '--jsn']), 'unknown option --jsn');
});
