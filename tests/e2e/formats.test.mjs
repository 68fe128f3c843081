// Each kind of file opens as what it is, and each that cannot be shown says why in a sentence of its own.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import {
  ASSIGNMENT,
  emptyFile,
  MODULE_ONLY,
  mangledFile,
  PPROF,
  PROFILE,
  PROFILE_WITHOUT_HLO,
  plainText,
  randomFile,
  STEP,
  sharedFile,
  snapshot,
  TRANSFORMER,
  truncatedFile,
  truncatedGzip,
  unlessShared,
  wrongPass,
} from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const KINDS = [
  [STEP, /HloProto · 49.06 KiB.* 1 module/],
  [TRANSFORMER, /HloProto, gzipped · .* 1 module/],
  [PROFILE, /XSpace, gzipped · .* 13 modules/],
  [ASSIGNMENT, /BufferAssignmentProto · .* 1 module/],
  [MODULE_ONLY, /HloModuleProto · .* 1 module/],
  [snapshot(), /HloSnapshot · .* 1 module/],
];

viewerTest('every kind of file is recognised', async (viewer) => {
  await viewer.load(...KINDS.map(([file]) => file));
  assert.ok(!(await viewer.has('failures')));
  await viewer.click('files-menu');
  const rows = await viewer.page.$$eval(`${byId('files-menu')} ~ * .file`, (list) => list.map((e) => e.textContent));
  for (const [file, says] of KINDS) {
    const row = rows.find((text) => text.startsWith(basename(file)));
    assert.match(row ?? `no row for ${basename(file)}`, says);
  }
});

viewerTest('a module without its assignment says so and names the right file', async (viewer) => {
  await viewer.load(MODULE_ONLY);
  const says = await viewer.text('nothing');
  assert.match(says, /jit_train_step/);
  assert.match(says, /without its buffer assignment/);
  assert.match(says, /after_optimizations\.hlo\.pb/);
  assert.ok(!(await viewer.has('headline')));
});

viewerTest('a dump of a pass before buffer assignment says so and names the right file', async (viewer) => {
  await viewer.load(wrongPass());
  assert.match(await viewer.text('nothing'), /buffer assignment.*after_optimizations\.hlo\.pb/);
});

viewerTest('an assignment without its module shows bytes and says what is missing', async (viewer) => {
  await viewer.load(ASSIGNMENT);
  assert.match(await viewer.text('headline'), /At least 4\.26 MiB/);
  assert.match(await viewer.text('notes'), /names|shapes/);
});

const ERRORS = [
  [emptyFile(), 'EMPTY_FILE', /empty|0 bytes/],
  [truncatedFile(), 'TRUNCATED', /ends at byte 20,096/],
  [truncatedGzip(), 'TRUNCATED', /ends|cut/],
  [plainText(), 'TEXT_FILE', /./],
  [mangledFile(), 'MANGLED_TEXT', /saved as text/],
  [PROFILE_WITHOUT_HLO, 'NO_PROGRAMS', /recorded without HLO/],
  [PPROF, 'OTHER_TOOL', /pprof/],
  [randomFile(), 'UNKNOWN_FORMAT', /./],
];

viewerTest('each file that is none of ours gets its own reason and advice', async (viewer) => {
  await viewer.load(...ERRORS.map(([file]) => file));
  const rows = await viewer.page.$$eval(`${byId('failures')} .failure`, (list) => list.map((e) => e.innerText));
  assert.equal(rows.length, ERRORS.length);
  for (const [file, code, reason] of ERRORS) {
    const row = rows.find((text) => text.startsWith(`${basename(file)} ${code}`));
    assert.ok(row, `nothing about ${basename(file)}`);
    assert.ok(row.includes(code), `${code}: ${row}`);
    assert.match(row, reason);
    assert.equal(row.trim().split('\n').length, 3, `name, reason and advice: ${row}`);
  }
  // Still open for the next try.
  assert.ok(await viewer.has('choose-files'));
  await viewer.load(STEP);
  assert.match(await viewer.text('headline'), /Peak 25\.39 MiB/);
});

const mangled = sharedFile('public/tpu_inference_2.mangled-as-utf8.xplane.pb');
viewerTest(
  'a profile destroyed by a text copy is recognised',
  async (viewer) => {
    await viewer.load(mangled);
    assert.match(await viewer.text('failures'), /MANGLED_TEXT.*cannot be recovered/);
  },
  { skip: unlessShared(mangled) },
);

const before = sharedFile(
  'jax/mlp_train_donated/module_0000.jit_train_step.cl_1014260217.after_optimizations_before_buffer_assignment.hlo.pb',
);
viewerTest(
  'a real dump of a pass before buffer assignment is recognised',
  async (viewer) => {
    await viewer.load(before);
    assert.match(await viewer.text('nothing'), /buffer assignment/);
  },
  { skip: unlessShared(before) },
);

const big = sharedFile('public/tpu_inference_2.xplane.pb');
viewerTest(
  "other people's profile opens with its largest program",
  async (viewer) => {
    await viewer.load(big);
    assert.match(await viewer.text('headline'), /Peak 20\.00 GiB/);
    assert.match(await viewer.text('space-picker'), /HBM.*Sync flags.*Host/);
    // Host memory of whole-program buffers only: bars and a flat curve.
    await viewer.pickSpace(5);
    assert.match(await viewer.text('headline'), /Peak 15(\.00)? GiB/);
  },
  { skip: unlessShared(big) },
);
