// Copy buttons put what they say into the clipboard: seen by pasting it.
import assert from 'node:assert/strict';
import { PADDING } from './lib/files.mjs';
import { ALL_WAYS, viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

async function pasted(viewer) {
  await viewer.page.evaluate(() => {
    const area = document.createElement('textarea');
    area.id = 'pasted';
    document.body.append(area);
    area.focus();
  });
  await viewer.page.keyboard.down('Control');
  await viewer.page.keyboard.press('v');
  await viewer.page.keyboard.up('Control');
  return viewer.page.$eval('#pasted', (area) => {
    area.remove();
    return area.value;
  });
}

viewerTest(
  "the card's fields and all of it are copied",
  async (viewer) => {
    await viewer.load(PADDING);
    await viewer.clickOn('.largest-row');
    const field = (label) =>
      viewer.page.$$eval(
        `${byId('card')} .field`,
        (list, wanted) => list.find((e) => e.querySelector('dt').innerText === wanted)?.querySelector('dd').innerText,
        label,
      );
    const shape = await field('Shape and layout');
    await viewer.clickOn(`${byId('card')} [aria-label="Copy shape and layout"]`);
    assert.match(await viewer.text('notice'), /^Copied shape and layout$/);
    assert.equal(await pasted(viewer), shape.trim());

    await viewer.clickOn(`${byId('card')} [aria-label="Copy all fields"]`);
    const all = await pasted(viewer);
    const name = await viewer.page.$eval(`${byId('card')} h2`, (e) => e.innerText.trim());
    assert.ok(all.startsWith(`Buffer: ${name} (id `), all);
    for (const label of ['Size', 'Unpadded size', 'Padding', 'Shape', 'Allocation type', 'Memory space', 'Lifetime']) {
      assert.match(all, new RegExp(`^${label}: .+`, 'm'));
    }
    assert.ok(all.includes(shape.trim()));
  },
  { on: ALL_WAYS },
);

viewerTest('the commands of "How do I get a file?" are copied', async (viewer) => {
  await viewer.clickOn(`${byId('howto')} [aria-label^="Copy"]`);
  assert.equal(await pasted(viewer), 'XLA_FLAGS="--xla_dump_to=/tmp/dump --xla_dump_hlo_as_proto" python train.py');
});
