// Looking at many modules, one after the other, leaves the core's memory where it was.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import createMemoryViewer from '#wasm/memory_viewer.js';
import wasmBinary from '#wasm/memory_viewer.wasm';

const PROFILE = 'tests/data/profiles/cpu_warm.xplane.pb.gz';

test('a hundred modules opened and closed', async () => {
  const core = await createMemoryViewer({ wasmBinary });
  const session = new core.Session();
  const bytes = readFileSync(PROFILE);
  const file = session.addFile(
    'a.xplane.pb.gz',
    bytes.length,
    (at, length) => bytes.subarray(at, at + length),
    () => {},
  );
  assert.ok(!('code' in file));
  const modules = session.modules().filter((module) => !module.failure);
  assert.ok(modules.length > 3);
  let opened = 0;
  const round = () => {
    for (const { module, spaces } of modules) {
      for (const { space } of spaces) {
        const view = session.view(module, space, -1);
        if ('code' in view) assert.fail(view.message);
        view.rows(view.overview().peakPoint, 1, false, 0, 20, false);
        view.map();
        view.search('a', 0, () => true);
        view.delete();
        opened++;
      }
    }
    return core.heapBytes();
  };
  const before = round();
  while (opened < 100 + modules.length) round();
  const after = core.heapBytes();
  assert.ok(Math.abs(after - before) <= 0.05 * before, `${before} bytes before, ${after} after ${opened} views`);
  session.delete();
});

test('a session leaves nothing behind', async () => {
  const core = await createMemoryViewer({ wasmBinary });
  const bytes = readFileSync(PROFILE);
  const round = () => {
    const session = new core.Session();
    session.addFile(
      'a.xplane.pb.gz',
      bytes.length,
      (at, length) => bytes.subarray(at, at + length),
      () => {},
    );
    const view = session.view(session.modules()[0]?.module ?? 0, 0, -1);
    if ('code' in view) assert.fail(view.message);
    view.map();
    view.delete();
    session.delete();
    return core.heapBytes();
  };
  const once = round();
  assert.equal(round(), once);
});
