// What changed between two points, and the ways between memory spaces.
import assert from 'node:assert/strict';
import { pictureOf, STRIPS } from './lib/chart.mjs';
import { report } from './lib/cli.mjs';
import { bytesIn } from './lib/facts.mjs';
import { OFFLOAD, SAMPLE, TRANSFORMER } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const part = (viewer, id) =>
  viewer.page.$eval(byId(`change-${id}`), (section) => ({
    said: section.querySelector('h3 [hidden]').textContent,
    count: Number(/([\d,]+) buffers?/.exec(section.querySelector('h3').innerText)[1].replaceAll(',', '')),
    rows: [...section.querySelectorAll('.change-row')].map((row) => row.querySelector('code').textContent),
  }));

viewerTest('compared with the beginning: what was allocated, freed and kept adds up', async (viewer) => {
  await viewer.load(SAMPLE);
  const { overview, curve } = report(SAMPLE);
  await viewer.press('d');
  const [allocated, freed, kept] = await Promise.all(['allocated', 'freed', 'kept'].map((id) => part(viewer, id)));
  const before = curve.live[0];
  assert.equal(bytesIn(allocated.said) - bytesIn(freed.said), overview.peakBytes - before);
  assert.equal(bytesIn(allocated.said) + bytesIn(kept.said), overview.peakBytes);
  const largest = report(SAMPLE).peakBuffers.toSorted((a, b) => b.sizeBytes - a.sizeBytes)[0];
  assert.equal(allocated.rows[0], largest.name);
  assert.equal(allocated.count + kept.count, report(SAMPLE).peakBuffers.length);
  await viewer.clickOn(`${byId('change-allocated')} .change-row`);
  assert.ok((await viewer.text('card')).startsWith(largest.name));
  await viewer.click('change-close');
  assert.ok(!(await viewer.has('change')));
});

viewerTest('all memory spaces are seen at once, empty ones are not offered', async (viewer) => {
  await viewer.load(TRANSFORMER);
  const offered = await viewer.page.$$eval(`${byId('space-picker')} label`, (labels) =>
    labels.map((label) => [
      label.innerText.replaceAll(/\s+/g, ' ').trim(),
      label.querySelector('path')?.getAttribute('d') ?? '',
    ]),
  );
  assert.ok(offered.length >= 3);
  for (const [text, path] of offered) {
    assert.doesNotMatch(text, / 0 B$/);
    assert.match(path, /^M0 16(V|H)/, text);
  }
});

viewerTest('a copy leads to where it came from in the other memory space', async (viewer) => {
  await viewer.load(OFFLOAD);
  const linked = report(OFFLOAD).peakBuffers.find((b) => b.copiedFrom.length + b.copiedTo.length > 0);
  assert.ok(linked, 'there is one');
  await viewer.press('/');
  await viewer.page.keyboard.type(`name:${linked.name.replace(/\{.*/, '')}`);
  await viewer.press('Enter');
  for (let i = 0; i < 20 && !(await viewer.page.$('.card-links')); i++) await viewer.press('Enter');
  const [{ spaceName, name }] = [...linked.copiedFrom, ...linked.copiedTo];
  const link = await viewer.page.$eval('.card-links', (e) => e.innerText.trim().split('\n')[0]);
  assert.equal(link, `${spaceName}: ${name}`);
  await viewer.clickOn('.card-links .link');
  assert.ok((await viewer.text('card')).startsWith(name));
  const shown = await viewer.page.$eval(
    `${byId('space-picker')} :checked`,
    (input) => input.closest('label').innerText,
  );
  assert.ok(shown.trim().startsWith(spaceName));
});

viewerTest('a buffer that is not live at the point leads to where it is', async (viewer) => {
  await viewer.load(SAMPLE);
  const before = await pictureOf(viewer, STRIPS[0], 'data');
  await viewer.clickOn('.largest-row');
  const name = await viewer.page.$eval(`${byId('card')} h2`, (e) => e.textContent.trim());
  await viewer.page.focus(byId('curve-chart'));
  await viewer.press('Home');
  assert.match(await viewer.text('card'), /Not live at point 0\. Go to the peak/);
  await viewer.click('card-go');
  assert.ok(!(await viewer.has('card-go')));
  assert.ok((await viewer.text('card')).startsWith(name));
  assert.equal(await pictureOf(viewer, STRIPS[0], 'data'), before);
});
