import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hidePersonal } from './personal';

test('home directories become ~', () => {
  for (const [text, hidden] of [
    ['/home/ann/proj/train.py:41', '~/proj/train.py:41'],
    ['source_file="/Users/ann.b/x.py" source_line=3', 'source_file="~/x.py" source_line=3'],
    ['C:\\Users\\Ann Bee\\x.py and D:\\Users\\ann', '~\\x.py and ~'],
    ['"C:\\\\Users\\\\ann\\\\x.py"', '"~\\\\x.py"'],
    ['c:/Users/ann/x.py', '~/x.py'],
    ['/root/train.py, /root', '~/train.py, ~'],
    ['file:///root/a file:///home/ann/b', 'file://~/a file://~/b'],
    ['(/home/ann)', '(~)'],
  ]) {
    assert.equal(hidePersonal(text as string), hidden);
  }
});

test('what names nobody stays', () => {
  for (const text of [
    '/usr/lib/python3/site.py',
    'model/root/dense',
    '/mnt/root/x',
    '/rooted',
    'jit(home)/mul',
    '/home',
  ])
    assert.equal(hidePersonal(text), text);
});
