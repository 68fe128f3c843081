// What the command line says and how it ends; its numbers are checked by the golden results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './lib/cli.mjs';
import { CPU_TEXTS, damagedFolder } from './lib/files.mjs';

test('the texts of a dump take the place of its damaged proto, and the damage is told', () => {
  const { status, stdout, stderr } = run(damagedFolder());
  assert.equal(status, 0);
  assert.match(stdout, /^Peak 73\.44 MiB/m);
  assert.match(stderr, /^TRUNCATED: .*hlo\.pb/);
});

test('a sum without an order is no peak', () => {
  const { stdout } = run(CPU_TEXTS.report);
  // As much as is allocated, though its slots add up to more.
  assert.match(stdout, /^At most 73\.44 MiB \(77,004,[\d,]+ bytes\) order unknown$/m);
  assert.doesNotMatch(stdout, /at point|Peak|fragmentation|padding|overlap/);
  const assignment = run(CPU_TEXTS.assignment).stdout;
  assert.match(assignment, /^At least 25\.32 MiB/m);
  assert.match(assignment, /^ {2}untraced temporaries +48\.12 MiB/m);
  assert.doesNotMatch(assignment, /fragmentation/);
  const { overview } = JSON.parse(run(CPU_TEXTS.assignment, '--json').stdout);
  assert.equal(overview.fragmentationBytes, 0);
});
