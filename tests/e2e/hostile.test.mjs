// Names come from files, and files come from anywhere: whatever stands in them is shown as text.
import assert from 'node:assert/strict';
import { patched, renamed, STEP } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const IMAGE = '<img src=q  onerror=x>';
const SCRIPT = '<script>window.hacked=1</script>x';
const BOLD = '<b>bold</b><i>';

/** No element came out of a name, and no script ran. */
async function mustBeHarmless(viewer) {
  const found = await viewer.page.evaluate(() => ({
    images: document.querySelectorAll('#app img').length,
    scripts: document.querySelectorAll('#app script').length,
    // <b> is the page's own, too.
    bold: [...document.querySelectorAll('#app b, #app i')].filter((e) => e.textContent === 'bold').length,
    hacked: 'hacked' in window,
  }));
  assert.deepEqual(found, { images: 0, scripts: 0, bold: 0, hacked: false });
}

viewerTest('HTML in the names of buffers, operations, modules and files is text', async (viewer) => {
  const once = patched(STEP, 'hostile1.pb', 'multiply_reduce_fusion', IMAGE);
  const twice = patched(once, 'hostile2.pb', 'jit(train_step)/jvp()/dot_general', SCRIPT);
  const thrice = patched(twice, 'hostile3.pb', 'jit_train_step', BOLD);
  await viewer.load(renamed(thrice, '<img src=q onerror=y>.hlo.pb'));
  const shown = (text) =>
    viewer.page.waitForFunction((t) => document.body.innerText.includes(t), { timeout: 5000 }, text);

  assert.ok((await viewer.text('headline')).includes(IMAGE.replace('  ', ' ')));
  assert.match(await viewer.text('module-picker'), /^<b>bold<\/b><i>/);
  assert.match(await viewer.text('files-menu'), /<img src/);
  await mustBeHarmless(viewer);

  await viewer.clickOn('.largest li:last-child button');
  assert.ok((await viewer.text('card')).startsWith('<img src=q'));
  await shown(SCRIPT);
  await viewer.click('strips-as-table');
  await viewer.click('curve-as-table');
  await viewer.click('files-menu');
  await mustBeHarmless(viewer);
  await viewer.click('module-picker');
  await viewer.page.hover(byId('curve-chart'));
  await viewer.idle();
  await mustBeHarmless(viewer);
});

viewerTest(
  'HTML in a link to the page is text',
  async (viewer) => {
    assert.match(await viewer.text('start'), /points into <img src=q onerror=x>/);
    await mustBeHarmless(viewer);
  },
  { hash: `#1;m=${encodeURIComponent('<img src=q onerror=x>')};s=0` },
);
