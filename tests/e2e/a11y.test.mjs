// What axe-core finds in each state of the page, in both themes. Its rules are those of WCAG 2.1 A and AA and its own
// best practices; nothing serious may remain.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { clickAt } from './lib/chart.mjs';
import { OOM, PROFILE, plainText, SAMPLE, TRANSFORMER } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const COUNTS = new Set(['critical', 'serious']);

async function mustBeAccessible(viewer, state) {
  if (!(await viewer.page.evaluate(() => 'axe' in window))) await viewer.page.evaluate(axe);
  const found = await viewer.page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes
        .slice(0, 4)
        .map((node) => `${node.target.join(' ')}: ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`),
    }));
  });
  for (const { id, impact, where } of found) viewer.log.push(`axe, ${state}: ${impact} ${id}: ${where.join(' | ')}`);
  assert.deepEqual(
    found.filter(({ impact }) => COUNTS.has(impact)),
    [],
    state,
  );
}

viewerTest('axe finds nothing serious in any state, light and dark', async (viewer) => {
  for (const theme of ['light', 'dark']) {
    await viewer.press('t');
    assert.equal(await viewer.page.evaluate(() => document.documentElement.dataset.theme), theme);
    await mustBeAccessible(viewer, `start, ${theme}`);
  }
  await viewer.click('open-paste');
  await mustBeAccessible(viewer, 'paste');
  await viewer.press('Escape');
  await viewer.load(plainText());
  await mustBeAccessible(viewer, 'error');
  await viewer.load(OOM('several.log'), OOM('compile_hbm.log'), OOM('allocator.log'));
  for (const theme of ['system', 'light', 'dark']) {
    await viewer.press('t');
    if (theme !== 'system') await mustBeAccessible(viewer, `messages, ${theme}`);
  }
  for (const button of await viewer.page.$$(`${byId('report-list')} button`)) {
    await button.click();
    await viewer.idle();
    await mustBeAccessible(viewer, `message “${await button.evaluate((e) => e.innerText)}”`);
  }
  await viewer.load(SAMPLE);
  for (const theme of ['system', 'light', 'dark']) {
    await viewer.press('t');
    if (theme !== 'system') await mustBeAccessible(viewer, `loaded, ${theme}`);
  }
  await viewer.press('k');
  await viewer.page.select('[data-testid="capacity-chip"]', 'TPU v2');
  await viewer.page.type('[data-testid="capacity-baseline"]', '7GiB or so');
  await viewer.idle();
  await mustBeAccessible(viewer, 'capacity picker');
  await viewer.press('Escape');
  await clickAt(viewer, 'strip-chart-size', 0.02);
  await mustBeAccessible(viewer, 'pinned');
  await viewer.click('strips-as-table');
  await viewer.click('curve-as-table');
  await mustBeAccessible(viewer, 'tables');
  await viewer.load(PROFILE, TRANSFORMER);
  await viewer.click('module-picker');
  await mustBeAccessible(viewer, 'module picker');
  await viewer.press('Escape');
  await viewer.click('files-menu');
  await mustBeAccessible(viewer, 'files menu');
  await viewer.press('Escape', '?');
  await mustBeAccessible(viewer, 'help');
});
