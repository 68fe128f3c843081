// What the command line says and how it ends; its numbers are checked by the golden results.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { run } from './lib/cli.mjs';
import { CPU, CPU_TEXTS, damagedFolder, folderWith } from './lib/files.mjs';

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

test('what does not help is said, and is fatal only alone', () => {
  const stem = basename(CPU).replace('cpu_after_optimizations.hlo.pb', '');
  const folder = folderWith('d', {
    [basename(CPU)]: readFileSync(CPU),
    [`${stem}autotune_results.pbtxt`]: 'version: 3\n',
    [`${stem}target_arguments.txt`]: 'replica_count: 1\nreserved_hbm_usage_bytes: 0\ntpu_topology_args {\n}\n',
  });
  const other = join(folder, `${stem}autotune_results.pbtxt`);
  const both = run(join(folder, basename(CPU)), other);
  assert.equal(both.status, 0);
  assert.match(both.stdout, /^Peak 73\.44 MiB/m);
  assert.match(both.stderr, /autotune_results\.pbtxt: /);
  assert.equal(run(other).status, 1);
  const chip = run(join(folder, `${stem}target_arguments.txt`));
  assert.equal(chip.status, 1);
  assert.match(chip.stderr, /^NEEDS_COMPANION: .*tells of the chip .*\. Open the …after_optimizations\.hlo\.pb/);
  const broken = join(damagedFolder(), basename(CPU));
  assert.equal(run(broken, join(folder, basename(CPU))).status, 1, 'another module’s proto is no replacement');
  const empty = run(folderWith('empty', {}));
  assert.equal(empty.status, 1);
  assert.match(empty.stderr, /^NO_PROGRAMS: The folder is empty\. Give the folder that --xla_dump_to wrote/);
});
