// Queries as text: terms, and the fields that the table's filters change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldValue, terms, withField } from './query';

test('terms keep quotes and patterns in one piece', () => {
  assert.deepEqual(terms('  fusion op:"layer 3" /a b\\/c/ x/y size>1MiB '), [
    'fusion',
    'op:"layer 3"',
    '/a b\\/c/',
    'x/y',
    'size>1MiB',
  ]);
  assert.deepEqual(terms('op:/a b/ c'), ['op:/a b/', 'c']);
  assert.deepEqual(terms('"open end'), ['"open end']);
  assert.deepEqual(terms(''), []);
});

test('the value of a field', () => {
  assert.equal(fieldValue('fusion op:"layer 3"', 'op'), 'layer 3');
  assert.equal(fieldValue('opcode:copy', 'op'), '');
  assert.equal(fieldValue('size>=1MiB', 'size'), '>=1MiB');
  assert.equal(fieldValue('size', 'size'), '');
});

test('changing one field leaves the rest', () => {
  assert.equal(withField('', 'op', 'attention'), 'op:attention');
  assert.equal(withField('fusion op:x size>1MiB', 'op', 'layer 3'), 'fusion op:"layer 3" size>1MiB');
  assert.equal(withField('fusion op:x', 'op', ''), 'fusion');
  assert.equal(withField('fusion', 'size', '100 MiB'), 'fusion size>=100MiB');
  assert.equal(withField('size<1KiB', 'size', '> 1KiB'), 'size>1KiB');
  assert.equal(withField('a', 'name', '/x y/'), 'a name:/x y/');
});
