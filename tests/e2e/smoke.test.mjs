// The shortest way from nothing to an answer, in every browser and from everywhere the page can be opened.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { report } from './lib/cli.mjs';
import { STEP } from './lib/files.mjs';
import { ALL_WAYS, viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

viewerTest(
  'starts empty, with a way in and a promise',
  async (viewer) => {
    assert.match(await viewer.text('start'), /Drop a dump, a profile or an error log/);
    assert.match(await viewer.text('start'), /nothing can be uploaded/i);
    assert.ok(await viewer.has('choose-files'));
    assert.ok(await viewer.has('howto'));
  },
  { on: ALL_WAYS },
);

viewerTest(
  'opens its sample with one click',
  async (viewer) => {
    await viewer.click('try-sample');
    assert.match(await viewer.text('headline'), /^Peak [\d.]+ [GM]iB/);
    assert.ok(await viewer.has('curve'));
    assert.ok(await viewer.has('strips'));
    assert.ok(await viewer.has('largest'));
  },
  { on: ALL_WAYS },
);

viewerTest(
  'opens a dropped file and says its peak',
  async (viewer) => {
    const invitation = await viewer.drop(STEP);
    assert.match(invitation, /Drop to open/);
    await viewer.page.waitForSelector(byId('headline'));
    await viewer.idle();
    assert.ok(!(await viewer.has('drop-veil')));
    const { overview } = report(STEP);
    const exact = await viewer.page.$eval(`${byId('headline')} .headline-value`, (e) => e.textContent);
    assert.ok(exact.includes(`${overview.peakBytes.toLocaleString('en-US')} bytes`), exact);
  },
  { on: ALL_WAYS },
);

viewerTest('a file is shown as ever at whatever moment it comes while the worker rehearses', async (viewer) => {
  const { overview } = report(STEP);
  for (const wait of [0, 150, 400, 2000]) {
    await viewer.page.reload();
    await setTimeout(wait);
    await viewer.choose(STEP);
    await viewer.page.waitForSelector(byId('headline'));
    await viewer.idle();
    const exact = await viewer.page.$eval(`${byId('headline')} .headline-value`, (e) => e.textContent);
    assert.ok(exact.includes(`${overview.peakBytes.toLocaleString('en-US')} bytes`), `${exact} after ${wait} ms`);
  }
});
