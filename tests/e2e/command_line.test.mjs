// What the command line says and how it ends; its numbers are checked by the golden results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './lib/cli.mjs';
import { damagedFolder } from './lib/files.mjs';

test('the texts of a dump take the place of its damaged proto, and the damage is told', () => {
  const { status, stdout, stderr } = run(damagedFolder());
  assert.equal(status, 0);
  assert.match(stdout, /^Peak 73\.44 MiB/m);
  assert.match(stderr, /^TRUNCATED: .*hlo\.pb/);
});
