// From phone to desktop: nothing runs out of the window, the answer is in sight, the card can be reached.
import assert from 'node:assert/strict';
import { boxOf } from './lib/chart.mjs';
import { OOM, PROFILE, plainText, SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId, DESKTOP, PHONE } from './lib/viewer.mjs';

/** Elements that make the page wider than the window. */
async function mustFit(viewer, state) {
  const wide = await viewer.page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll('body *')]
          .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
          .map((e) => `${e.tagName}.${e.className} to ${e.getBoundingClientRect().right.toFixed(0)} px`)
          .slice(0, 5),
  );
  assert.deepEqual(wide, [], `${state} is wider than the window`);
}

for (const viewport of [DESKTOP, { width: 1024, height: 768 }, PHONE, { width: 320, height: 568 }]) {
  viewerTest(
    `no sideways scrolling at ${viewport.width}×${viewport.height}, in any state`,
    async (viewer) => {
      await mustFit(viewer, 'start');
      await viewer.click('open-paste');
      await mustFit(viewer, 'paste');
      await viewer.press('Escape');
      await viewer.load(plainText());
      await mustFit(viewer, 'error');
      await viewer.load(OOM('several.log'), OOM('compile_hbm.log'));
      await mustFit(viewer, 'messages');
      await viewer.click('files-menu');
      await viewer.click('close-all');
      await viewer.load(PROFILE, SAMPLE);
      await mustFit(viewer, 'loaded');
      await viewer.click('module-picker');
      await mustFit(viewer, 'module picker');
      await viewer.press('Escape');
      await viewer.click('files-menu');
      await mustFit(viewer, 'files menu');
      await viewer.press('Escape');
      await viewer.click('strips-as-table');
      await viewer.click('curve-as-table');
      await mustFit(viewer, 'tables');
      await viewer.press('?');
      await mustFit(viewer, 'help');
    },
    { viewport },
  );
}

viewerTest('at 1440×900 the answer is in sight without scrolling', async (viewer) => {
  await viewer.load(SAMPLE);
  for (const id of ['headline', 'sum', 'figures', 'curve-chart', 'largest']) {
    const { y, height } = await (await viewer.page.$(byId(id))).boundingBox();
    assert.ok(y >= 0 && y + height <= 900, `${id} ends at ${y + height}`);
  }
});

viewerTest(
  'on a phone a tap on a buffer brings up its card, and there is a way to the list',
  async (viewer) => {
    await viewer.load(SAMPLE);
    const { x, y, width, height } = await boxOf(viewer, 'strip-chart-size');
    await viewer.page.touchscreen.tap(x + width * 0.03, y + height / 3);
    await viewer.page.waitForSelector(byId('card'));
    await viewer.idle();
    const visible = await viewer.page.$eval(byId('card'), (card) => {
      const { top } = card.getBoundingClientRect();
      return Math.min(innerHeight, card.getBoundingClientRect().bottom) - top;
    });
    assert.ok(visible > 200, `${visible} px of the card are in sight`);
    await viewer.press('Escape');
    assert.ok(!(await viewer.has('card')));
    // The list of largest buffers is a sheet, too.
    if ((await viewer.page.$eval(byId('details-toggle'), (e) => e.ariaExpanded)) !== 'true')
      await viewer.click('details-toggle');
    await viewer.clickOn('.largest li:nth-child(2) button');
    assert.ok(await viewer.has('card'));
    await mustFit(viewer, 'card');
  },
  { viewport: PHONE },
);

viewerTest('charts follow the size of the window', async (viewer) => {
  await viewer.load(SAMPLE);
  for (const viewport of [{ width: 390, height: 844 }, { width: 1024, height: 768 }, DESKTOP]) {
    await viewer.page.setViewport(viewport);
    await viewer.idle();
    for (const id of ['curve-chart', 'strip-chart-size']) {
      const fits = await viewer.page.$eval(byId(id), (host) =>
        [...host.querySelectorAll('canvas')].every(
          (canvas) =>
            Math.abs(canvas.clientWidth - host.clientWidth) <= 1 &&
            Math.abs(canvas.width - host.clientWidth * devicePixelRatio) <= 1,
        ),
      );
      assert.ok(fits, `${id} at ${viewport.width}`);
    }
  }
});
