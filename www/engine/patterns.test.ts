// The search's regular expressions: case, cache, and what happens to a broken one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patternTests } from './patterns';

test('matches anywhere, whatever the case', () => {
  const tests = patternTests();
  assert.equal(tests.test('FUSION\\.\\d+', 'my_fusion.12'), true);
  assert.equal(tests.test('^fusion', 'my_fusion.12'), false);
  assert.equal(tests.failure(), null);
});

test('a broken pattern matches nothing, never throws, and is told about', () => {
  const tests = patternTests();
  assert.equal(tests.test('(', '('), false);
  assert.equal(tests.test('(', 'x'), false);
  assert.equal(tests.failure()?.code, 'BAD_QUERY');
  assert.match(tests.failure()?.message ?? '', /^\/\(\/ is no regular expression: unterminated group\.$/);
});
