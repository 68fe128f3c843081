// Everything works without a mouse: every control can be reached with Tab, is seen when it has the focus, and buffers are
// found, pinned and let go with keys.
import assert from 'node:assert/strict';
import { PROFILE, SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

/** Runs in the page: names of everything that Tab should reach, in order. */
function stops() {
  const candidates = 'a[href], button, input, select, textarea, summary, [tabindex]';
  return (
    [...document.querySelectorAll(candidates)]
      .filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({ visibilityProperty: true }))
      .filter((e) => e.type !== 'radio' || e.checked)
      // The details show what has the focus elsewhere, so what is in them changes on the way.
      .filter((e) => !e.closest('[data-testid="details"]'))
      .map((e) => `${e.tagName.toLowerCase()} ${(e.ariaLabel ?? e.innerText).replaceAll(/\s+/g, ' ').slice(0, 60)}`)
  );
}

/** Runs in the page: what has the focus, by the same name, and whether one can see that. */
function focused() {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  // A radio button may be drawn by its label.
  const drawn = element.type === 'radio' ? element.closest('label') : element;
  const style = getComputedStyle(drawn);
  const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
  const box = drawn.getBoundingClientRect();
  // Long rows and charts may be cut, but some of what has the focus must be seen.
  const shares = [0.05, 0.3, 0.5, 0.7, 0.95];
  const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
  const tops = shares.map((share) => document.elementFromPoint(box.x + box.width * share, y));
  const name = (element.ariaLabel ?? element.innerText).replaceAll(/\s+/g, ' ').slice(0, 60);
  return {
    name: `${element.tagName.toLowerCase()} ${name}`,
    indicated: outlined || style.boxShadow !== 'none',
    inSight: tops.some((top) => top !== null && drawn.contains(top)),
    where: JSON.stringify(box),
  };
}

/** Something that opens on focus may add stops of its own on the way; `reached` must hold all others, in order. */
function missed(expected, reached) {
  let at = 0;
  return expected.filter((name) => {
    const found = reached.indexOf(name, at);
    if (found >= 0) at = found + 1;
    return found < 0;
  });
}

async function walk(viewer) {
  const expected = await viewer.page.evaluate(stops);
  const reached = [];
  for (let i = 0; i < expected.length + 20; i++) {
    await viewer.page.keyboard.press('Tab');
    await viewer.idle();
    const now = await viewer.page.evaluate(focused);
    if (now === null) break;
    assert.ok(now.indicated, `${now.name} has the focus and does not show it`);
    assert.ok(now.inSight, `${now.name} has the focus and is not in sight: ${now.where}`);
    reached.push(now.name);
  }
  assert.deepEqual(
    missed(expected, reached),
    [],
    `Tab reaches everything, in the order of the page; it went ${reached}`,
  );
  return reached.length;
}

viewerTest('Tab reaches every control of the start, visibly', async (viewer) => {
  assert.ok((await walk(viewer)) >= 6);
});

viewerTest('Tab reaches every control of a loaded page, visibly', async (viewer) => {
  await viewer.load(SAMPLE);
  assert.ok((await walk(viewer)) >= 25);
});

viewerTest('… and with a pinned buffer and both tables open', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.clickOn('.largest-row');
  await viewer.click('curve-as-table');
  await viewer.click('strips-as-table');
  await viewer.page.evaluate(() => {
    scrollTo(0, 0);
    document.activeElement.blur();
  });
  // Where Tab starts is where was clicked last.
  await viewer.page.mouse.click(2, 2);
  await walk(viewer);
});

viewerTest('a strip: arrows go from buffer to buffer, Enter pins, Escape lets go', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.press('2');
  const name = () => viewer.page.$eval(`${byId('card')} h2`, (e) => e.textContent.trim());
  const first = await name();
  await viewer.press('ArrowRight');
  const second = await name();
  assert.notEqual(second, first);
  await viewer.press('ArrowLeft');
  assert.equal(await name(), first);
  await viewer.press('ArrowRight', 'Enter');
  await viewer.press('Home');
  assert.equal(await name(), first, 'moves on although one is pinned');
  // Away from the strip the pinned one is shown again.
  await viewer.page.evaluate(() => document.activeElement.blur());
  await viewer.idle();
  assert.equal(await name(), second);
  await viewer.press('Escape');
  assert.ok(!(await viewer.has('card')));
});

viewerTest('what the cursor is on is said to screen readers', async (viewer) => {
  await viewer.load(SAMPLE);
  const said = (panel) =>
    viewer.page.$$eval(`${byId(panel)} p[aria-live]`, (list) => list.map((e) => e.textContent).join(''));
  await viewer.press('2');
  assert.match(await said('strip-size'), /^\S+, [\d.]+ [KMG]iB, (Temporary|Parameter|Output|Constant), \w+\[/);
  await viewer.press('End');
  assert.match(await said('strip-size'), /^\d+ small buffers together, .* Enter opens them\.$/);
  await viewer.press('c', 'ArrowRight');
  assert.match(await said('curve'), /^Point \d+, \S+ (allocates|frees|shares memory for): [\d.]+ [KMG]iB live, /);
  const label = await viewer.page.$eval(byId('curve-chart'), (e) => e.ariaLabel);
  assert.match(label, /328 program points\. Peak 1\.54 GiB at point 131/);
});

viewerTest('help opens with ?, lists the keys, closes on Escape and keeps the focus inside', async (viewer) => {
  await viewer.load(PROFILE);
  await viewer.press('?');
  const dialog = await viewer.text('help');
  for (const key of ['Esc', 'Enter', '←']) assert.ok(dialog.includes(key), key);
  await viewer.press('Tab', 'Tab', 'Tab');
  assert.ok(
    await viewer.page.evaluate(
      () => document.activeElement === document.body || document.activeElement.closest('dialog') !== null,
    ),
  );
  await viewer.press('Escape');
  assert.ok(!(await viewer.page.$('dialog[open]')));
});

viewerTest('keys are letters while one types', async (viewer) => {
  await viewer.load(PROFILE);
  await viewer.click('module-picker');
  await viewer.page.keyboard.type('tp?');
  assert.equal(await viewer.page.$eval(byId('module-search'), (e) => e.value), 'tp?');
  assert.ok(!(await viewer.page.$('dialog[open]')));
  assert.equal(await viewer.page.evaluate(() => document.documentElement.dataset.theme), undefined);
});

viewerTest('figures explain themselves on focus', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.page.focus(`${byId('figures')} .tip`);
  assert.match(await viewer.text('tip'), /^[\d,]+ bytes\b.*\. \w+/);
  await viewer.press('Escape');
  assert.ok(!(await viewer.has('tip')));
});
