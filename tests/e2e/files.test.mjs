// Files: several at once, next to each other, broken ones beside good ones, found among many, closed again.
import assert from 'node:assert/strict';
import { basename, dirname } from 'node:path';
import { CPU, PADDING, PROFILE, plainText, renamed, STEP, TRANSFORMER, truncatedFile } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const headline = (viewer) => viewer.text('headline');
const options = (viewer) =>
  viewer.page.$$eval('[role="option"]', (list) => list.map((e) => e.innerText.replaceAll(/\s+/g, ' ')));

viewerTest('several files make one list of modules, largest peak first', async (viewer) => {
  await viewer.load(PROFILE, STEP, PADDING);
  assert.match(await viewer.text('files-menu'), /3 files/);
  assert.match(await headline(viewer), /^Peak 25\.39 MiB/, 'opens the module with the largest peak');
  await viewer.click('module-picker');
  const list = await options(viewer);
  assert.equal(list.length, 15);
  assert.match(list[0], /^jit_train_step 25\.39 MiB/);
  assert.ok(list[0].includes(basename(STEP)), 'says which file it is from');
  const inMiB = list.map((text) => {
    const [, value, unit] = /([\d.,]+) ([KMG]i)?B/.exec(text);
    return Number(value.replaceAll(',', '')) * ({ Ki: 1 / 1024, Mi: 1, Gi: 1024 }[unit] ?? 1 / 1024 ** 2);
  });
  assert.deepEqual(
    inMiB,
    inMiB.toSorted((a, b) => b - a),
  );
});

viewerTest('the module picker finds by words, takes arrows and Enter, and closes on Escape', async (viewer) => {
  await viewer.load(PROFILE);
  await viewer.click('module-picker');
  await viewer.page.keyboard.type('MULT 1');
  assert.deepEqual(
    (await options(viewer)).map((text) => text.split(' ')[0]),
    ['jit_multiply(10)', 'jit_multiply(14)'],
  );
  await viewer.press('ArrowDown', 'Enter');
  assert.match(await viewer.text('module-picker'), /^jit_multiply\(14\)/);
  assert.match(await headline(viewer), /^Peak 1\.00 MiB/);
  await viewer.press('m');
  assert.ok(await viewer.has('module-search'));
  await viewer.page.keyboard.type('nothing like that');
  assert.deepEqual(await options(viewer), []);
  assert.match(await viewer.page.$eval('#module-list', (e) => e.innerText), /No module with that name/);
  await viewer.press('Escape');
  assert.ok(!(await viewer.has('module-search')));
  assert.equal(await viewer.page.evaluate(() => document.activeElement.dataset.testid), 'module-picker');
});

viewerTest('switching the module keeps the memory space where there is one', async (viewer) => {
  const other = renamed(TRANSFORMER, 'other.hlo.pb.gz');
  await viewer.load(PADDING);
  await viewer.pickSpace(1);
  assert.match(await headline(viewer), /^Peak 3\.05 MiB/);
  await viewer.load(other);
  await viewer.pickModule('jit_padding_waste');
  assert.match(await headline(viewer), /^Peak 3\.05 MiB/, 'VMEM again');
  await viewer.pickModule('jit_train_step');
  assert.match(await headline(viewer), /^Peak 60\.85 MiB/, "VMEM, which it has, too, and not HBM's 25.03 MiB");
  await viewer.load(CPU);
  assert.match(await headline(viewer), /^Peak 73\.44 MiB/, 'no VMEM: its largest');
});

viewerTest('the keys [ and ] step through the memory spaces', async (viewer) => {
  await viewer.load(STEP);
  const chosen = () => viewer.page.$eval(`${byId('space-picker')} :checked`, (e) => Number(e.value));
  assert.equal(await chosen(), 0);
  await viewer.press(']');
  assert.equal(await chosen(), 1);
  await viewer.press(']', ']');
  assert.equal(await chosen(), 0);
  await viewer.press('[');
  assert.equal(await chosen(), 2);
});

viewerTest('a bad file beside a good one is told and changes nothing else', async (viewer) => {
  await viewer.load(STEP);
  await viewer.pickSpace(1);
  await viewer.clickOn('.largest-row');
  const before = [await headline(viewer), await viewer.text('card')];
  await viewer.load(truncatedFile());
  assert.match(await viewer.text('failures'), /truncated\.hlo\.pb TRUNCATED/);
  assert.deepEqual([await headline(viewer), await viewer.text('card')], before);
  await viewer.clickOn(`${byId('failures')} button`);
  assert.ok(!(await viewer.has('failures')));
  assert.deepEqual([await headline(viewer), await viewer.text('card')], before);
});

viewerTest('good and bad files given together: each gets its due', async (viewer) => {
  await viewer.load(plainText(), STEP, truncatedFile());
  assert.match(await headline(viewer), /^Peak 25\.39 MiB/);
  assert.equal((await viewer.page.$$(`${byId('failures')} .failure`)).length, 2);
  // The same file again, repaired: its complaint goes.
  await viewer.load(renamed(PADDING, 'truncated.hlo.pb'));
  assert.equal((await viewer.page.$$(`${byId('failures')} .failure`)).length, 1);
  assert.match(await headline(viewer), /^Peak 4\.63 MiB/);
});

viewerTest('closing a file leaves the others, closing all leads to the start', async (viewer) => {
  await viewer.load(PROFILE, STEP);
  await viewer.click('files-menu');
  await viewer.clickOn(`[aria-label="Close ${basename(STEP)}"]`);
  assert.match(await headline(viewer), /^Peak 6\.63 MiB/);
  assert.match(await viewer.text('files-menu'), /cpu_warm/);
  if (!(await viewer.has('close-all'))) await viewer.click('files-menu');
  await viewer.click('close-all');
  assert.ok(await viewer.has('start'));
  await viewer.load(STEP);
  assert.match(await headline(viewer), /^Peak 25\.39 MiB/);
});

viewerTest('files are dropped onto what is open, and pasted', async (viewer) => {
  await viewer.load(STEP);
  await viewer.drop(PROFILE, PADDING);
  await viewer.page.waitForFunction(
    (id) => document.querySelector(id).innerText.includes('3 files'),
    {},
    byId('files-menu'),
  );
  await viewer.page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([''], 'pasted.hlo.pb'));
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    // Firefox takes no clipboardData from a script.
    Object.defineProperty(event, 'clipboardData', { value: clipboardData });
    document.body.dispatchEvent(event);
  });
  await viewer.idle();
  assert.match(await viewer.text('failures'), /pasted\.hlo\.pb EMPTY_FILE/);
});

viewerTest('of a dropped folder, what is ours is opened', async (viewer) => {
  // Only Chromium lets a test drag a real folder.
  if (viewer.browserName !== 'chromium') return;
  await viewer.drop(dirname(STEP));
  await viewer.page.waitForSelector(byId('headline'));
  await viewer.idle();
  assert.match(await headline(viewer), /^Peak 25\.39 MiB/);
  assert.ok(!(await viewer.has('failures')), 'the clutter beside it is left alone');
});
