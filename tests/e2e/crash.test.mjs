// A crash of the worker ends in a message with a way on, never in a dead page.
import assert from 'node:assert/strict';
import { SAMPLE, STEP } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

/** Runs ahead of the page: keeps hold of its workers. */
const watchWorkers = () => {
  const Original = window.Worker;
  window.workers = [];
  window.Worker = class extends Original {
    constructor(...args) {
      super(...args);
      window.workers.push(this);
    }
  };
};

/** Asks the worker for something it does not have, so that it fails as it would with a mistake of ours. */
async function crash(viewer) {
  await viewer.page.evaluate(() =>
    window.workers.at(-1).postMessage({ type: 'call', id: -1, op: 'no such', args: {} }),
  );
  await viewer.page.waitForSelector(byId('crash'));
  await viewer.idle();
}

viewerTest(
  'says what happened and reopens what was open, as it was',
  async (viewer) => {
    await viewer.load(SAMPLE);
    await viewer.pickSpace(1);
    const before = await viewer.text('headline');
    await crash(viewer);
    assert.match(await viewer.text('crash'), /stopped unexpectedly.*untouched.*Reopen the file/);
    await viewer.click('reopen');
    assert.ok(!(await viewer.has('crash')));
    assert.equal(await viewer.text('headline'), before);
    assert.equal(await viewer.page.evaluate(() => window.workers.length), 2, 'in a new worker');
    await viewer.clickOn('.largest-row');
    assert.ok(await viewer.has('card'), 'which answers');
  },
  { before: watchWorkers },
);

viewerTest(
  'a new file after a crash brings the reader back',
  async (viewer) => {
    await viewer.load(SAMPLE);
    await crash(viewer);
    await viewer.load(STEP);
    assert.ok(!(await viewer.has('crash')));
    await viewer.click('module-picker');
    assert.equal((await viewer.page.$$('[role="option"]')).length, 2, 'both files are open');
  },
  { before: watchWorkers },
);

viewerTest(
  'a worker that cannot be started is told, too',
  async (viewer) => {
    await viewer.choose(STEP);
    await viewer.page.waitForSelector(byId('crash'));
    assert.match(await viewer.text('crash'), /stopped|started/);
    assert.ok(await viewer.has('reopen'));
  },
  {
    before: () => {
      const Original = window.Worker;
      window.Worker = class extends Original {
        constructor() {
          super(URL.createObjectURL(new Blob(['throw new Error("no luck")'], { type: 'text/javascript' })));
        }
      };
    },
  },
);
