// Out-of-memory messages: dropped as a file, pasted, several in a log, beside a module; and the kinds of text that show a
// module without an order.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CPU, CPU_TEXTS, HLO_TEXT, OOM, STEP, textFile, XPROF_JSON } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const figures = (viewer) =>
  viewer.page.$$eval(`${byId('report-figures')} .figure`, (list) =>
    Object.fromEntries(list.map((e) => [e.querySelector('dt').textContent, e.querySelector('dd').innerText.trim()])),
  );
const column = (viewer, index) =>
  viewer.page.$$eval(
    `${byId('report-table')} tbody tr`,
    (rows, at) => rows.map((row) => row.cells[at].innerText.trim()),
    index,
  );

viewerTest('a compile error in a log: what ran out, of what, and what to do', async (viewer) => {
  await viewer.load(OOM('compile_hbm.log'));
  assert.match(
    await viewer.text('report-title'),
    /needs 17\.60 GiB of HBM, 1\.60 GiB more than the 16\.00 GiB there are/,
  );
  assert.deepEqual(await figures(viewer), {
    Needed: '17.60 GiB',
    Capacity: '16.00 GiB',
    'Exceeded by': '1.60 GiB',
    Outputs: '1.00 GiB',
    'of them in arguments’ memory': '256.0 MiB',
    'Temporaries unpadded': '5.65 GiB',
    'Temporaries with padding': '17.02 GiB',
    'Temporaries’ fragmentation': '53.61 MiB',
  });
  const bars = await viewer.text('report-bars');
  assert.match(bars, /reserved 528\.0 MiB .*program 17\.08 GiB .*arguments unknown size/);
  assert.match(bars, /capacity 16\.00 GiB beyond it 1\.60 GiB/);
  assert.match(bars, /Of the program: .*scoped 5\.41 MiB .*HLO temp 17\.08 GiB/);
  assert.match(await viewer.text('report-advice'), /Padding first.*XLA_FLAGS=/);
  assert.equal(await viewer.text('report-place'), 'compile_hbm.log, line 2');
  // A message alone is the page: no charts, nothing said to be missing.
  assert.ok(!(await viewer.has('nothing')));
  assert.ok(!(await viewer.has('overview')));
});

viewerTest('the bar is drawn to scale, what is beyond the capacity marked', async (viewer) => {
  await viewer.load(OOM('compile_hbm.log'));
  const [bar, over] = await viewer.page.$$eval('.report-bar, .report-over', (list) =>
    [list[0], list.find((e) => e.className === 'report-over')].map((e) => e.getBoundingClientRect().width),
  );
  assert.ok(Math.abs(over / bar - 1.6 / 17.6) < 0.01, `${over} of ${bar} px`);
});

viewerTest('a capacity beside what is reserved is drawn with it', async (viewer) => {
  const text = `XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 21.90G of 7.48G hbm. \
Exceeded hbm capacity by 14.42G.

Total hbm usage >= 22.42G:
    reserved        530.00M
    program          14.08G
    arguments         7.82G
`;
  await viewer.load(textFile('reserved.log', text));
  const bars = await viewer.text('report-bars');
  assert.match(bars, /capacity 7\.48 GiB \+ 530\.0 MiB reserved beyond it 14\.42 GiB/);
  const [bar, over] = await viewer.page.$$eval('.report-bar, .report-over', (list) =>
    [list[0], list.find((e) => e.className === 'report-over')].map((e) => e.getBoundingClientRect().width),
  );
  assert.ok(Math.abs(over / bar - 14.42 / 22.42) < 0.01, `${over} of ${bar} px`);
});

viewerTest('the table of allocations is sorted with the keyboard', async (viewer) => {
  await viewer.load(OOM('compile_hbm.log'));
  assert.deepEqual(await column(viewer, 0), ['14.00 GiB', '256.0 MiB', '512.0 MiB'], 'as the message lists them');
  await viewer.page.focus(byId('report-sort-size'));
  await viewer.press('Enter');
  assert.deepEqual(await column(viewer, 0), ['14.00 GiB', '512.0 MiB', '256.0 MiB']);
  assert.equal(await viewer.page.$eval(`${byId('report-table')} th`, (th) => th.ariaSort), 'descending');
  await viewer.press('Enter');
  assert.deepEqual(await column(viewer, 0), ['256.0 MiB', '512.0 MiB', '14.00 GiB']);
  await viewer.page.focus(byId('report-sort-expansion'));
  await viewer.press('Enter');
  assert.deepEqual(await column(viewer, 2), ['12.8×', '2×', '1×']);
});

/** The clipboard is not to be read everywhere. */
function watchClipboard() {
  const writeText = (text) => {
    window.copied = text;
    return Promise.resolve();
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

viewerTest(
  'personal paths are hidden everywhere, also in what is copied',
  async (viewer) => {
    await viewer.load(OOM('compile_hbm.log'));
    const everything = () => viewer.page.evaluate(() => document.querySelector('#app').outerHTML);
    assert.match(await everything(), /\/home\/alice/);
    await viewer.click('hide-paths');
    const hidden = await everything();
    assert.doesNotMatch(hidden, /alice/);
    assert.match(hidden, /~\/proj\/train\.py:41/);
    await viewer.clickOn('[aria-label="Copy summary"]');
    const copied = await viewer.page.evaluate(() => window.copied);
    assert.match(copied, /^compile_hbm\.log:2: The program needs 17\.60 GiB/);
    assert.match(copied, /~\/proj\/train\.py:41/);
    assert.match(copied, /What to do next/);
    assert.doesNotMatch(copied, /alice/);
    await viewer.click('hide-paths');
    assert.match(await everything(), /\/home\/alice/);
  },
  { before: watchClipboard },
);

viewerTest('several errors in a log are listed with their lines, errors first', async (viewer) => {
  await viewer.load(OOM('several.log'));
  const lines = await viewer.page.$$eval(`${byId('report-list')} li`, (list) =>
    list.map((e) => e.innerText.replaceAll(/\s+/g, ' ').trim()),
  );
  assert.deepEqual(
    lines.map((line) => /line [\d,]+(, \d copies)?$/.exec(line)?.[0]),
    ['line 403, 2 copies', 'line 605', 'line 648', 'line 849', 'line 202', 'line 1'],
  );
  assert.match(await viewer.text('report-list'), /^4 errors, 2 other messages/);
  await viewer.clickOn(`${byId('report-list')} li:nth-child(4) button`);
  assert.match(await viewer.text('report-title'), /^custom-call\.3 needs 70\.12 MiB of scoped VMEM/);
  assert.match(await viewer.text('report-advice'), /xla_tpu_scoped_vmem_limit_kib=72704/);
  // A goal below zero is said to be one, and nothing is drawn against it.
  await viewer.clickOn(`${byId('report-list')} li:nth-child(5) button`);
  assert.deepEqual(await figures(viewer), {
    Reached: '34.59 GiB',
    Before: '44.19 GiB',
    Goal: '−25.62 GiB',
    'Exceeded by': '60.21 GiB',
  });
  assert.ok(!(await viewer.page.$('.report-limit')));
});

viewerTest('an error is pasted anywhere, a second one beside it', async (viewer) => {
  await viewer.paste(readFileSync(OOM('runtime_gpu.txt'), 'utf8'));
  assert.match(await viewer.text('report-title'), /12\.00 GiB/);
  assert.match(await viewer.text('report-bars'), /What the program plans: .*parameter allocation 4\.00 GiB/);
  assert.equal(await viewer.text('report-place'), 'pasted text, line 1');
  await viewer.paste(readFileSync(OOM('scoped_vmem.txt'), 'utf8'));
  assert.match(await viewer.text('report-title'), /scoped VMEM/, 'the one pasted last');
  assert.match(await viewer.text('report-list'), /pasted text, line 1.*pasted text 2, line 1/);
  await viewer.paste('nothing of the kind');
  assert.match(await viewer.text('failures'), /pasted text 3 TEXT_FILE/);
});

viewerTest('an error is pasted into the box', async (viewer) => {
  await viewer.click('open-paste');
  assert.equal(await viewer.page.evaluate(() => document.activeElement.dataset.testid), 'paste-text');
  await viewer.page.$eval(
    byId('paste-text'),
    (area, text) => {
      area.value = text;
    },
    readFileSync(OOM('allocator.log'), 'utf8'),
  );
  await viewer.click('paste-show');
  assert.match(await viewer.text('report-title'), /3\.00 GiB of GPU_0_bfc/);
  assert.match(await viewer.text('report-bars'), /in use 4\.98 GiB asked for 3\.00 GiB capacity 9\.00 GiB/);
  assert.equal((await figures(viewer))['Largest free piece'], '2.00 GiB');
  assert.equal(await viewer.page.$eval(byId('paste'), (dialog) => dialog.open), false);
});

viewerTest('beside a module the message is folded, and names it', async (viewer) => {
  await viewer.load(STEP, CPU, OOM('several.log'));
  assert.match(await viewer.text('headline'), /^Peak 73\.44 MiB/);
  assert.ok(!(await viewer.has('report-advice')));
  await viewer.click('report-toggle');
  assert.ok(await viewer.has('report-advice'));
  assert.match(await viewer.text('report-place'), /Program jit_train_step \(shown below\)/);
  await viewer.click('report-toggle');
  assert.ok(!(await viewer.has('report-advice')));
  // What comes alone is wanted now.
  await viewer.load(OOM('scoped_vmem.txt'));
  assert.match(await viewer.text('report-title'), /scoped VMEM/);
  assert.ok(await viewer.has('report-advice'));
});

const KINDS = [
  [CPU_TEXTS.report, /^At most 73\.44 MiB$/, /usage report doesn’t say when/],
  [CPU_TEXTS.reportProto, /^At most 73\.4\d MiB$/, /usage report doesn’t say when/],
  [OOM('compiled_memory_stats.txt'), /^At most 6\.51 MiB$/, /statistics are sums/],
  [HLO_TEXT, /^At least 4\.26 MiB$/, /HLO text has the program’s arguments and outputs/],
];

for (const [file, headline, why] of KINDS) {
  viewerTest(`${file.split('/').pop()}: what it has is shown, what it lacks is said`, async (viewer) => {
    await viewer.load(file);
    assert.match(await viewer.text('headline'), headline);
    assert.match(await viewer.text('no-order'), why);
    assert.match(await viewer.text('no-order'), /after_optimizations\.hlo\.pb/);
    for (const id of ['curve', 'map-chart', 'strip-chart-program']) assert.ok(!(await viewer.has(id)), id);
    assert.doesNotMatch(await viewer.text('figures'), /Fragmentation/);
    assert.ok(await viewer.has('strip-chart-size'));
    await viewer.clickOn('.largest-row');
    assert.doesNotMatch(await viewer.text('card'), /point \d/);
    // Keys and links of what is not there do nothing.
    await viewer.press('c', 'p', 'd');
  });
}

viewerTest('XProf’s own answer has its curve', async (viewer) => {
  await viewer.load(XPROF_JSON);
  assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB at point 0 of 2/);
  assert.ok(await viewer.has('curve-chart'));
  assert.match(await viewer.text('notes'), /Read from XProf's result.*xplane\.pb/);
});
