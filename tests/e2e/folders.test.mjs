// Folders and archives: what is opened, what is set aside and said so, and that each shows what its proto alone shows.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { report } from './lib/cli.mjs';
import { facts } from './lib/facts.mjs';
import {
  CPU,
  CPU_FOLDER,
  CPU_TEXTS,
  damagedFolder,
  OOM,
  plainText,
  sharedFile,
  textFile,
  unlessShared,
  zipOf,
} from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const openFiles = async (viewer) => {
  if (!(await viewer.has('close-all'))) await viewer.click('files-menu');
  return viewer.page.$$eval('.files .file', (list) => list.map((e) => e.innerText.replaceAll(/\s+/g, ' ')));
};

viewerTest('a folder: what shows most is opened, the rest is set aside with reasons', async (viewer) => {
  await viewer.loadFolder(CPU_FOLDER);
  assert.equal((await facts(viewer)).peak, report(CPU).overview.peakBytes);
  assert.ok(!(await viewer.has('failures')));
  const files = await openFiles(viewer);
  assert.equal(files.length, 3);
  assert.match(files[0], /after_optimizations\.hlo\.pb HloProto .* 1 module$/);
  // What is held against it.
  assert.match(files[1], /memory-usage-report\.pb MemoryUsageReportProto .* adds to a module$/);
  assert.match(files[2], /live-range\.txt .* adds to a module$/);
  await viewer.clickOn(`${byId('aside-files')} summary`);
  assert.match(await viewer.text('aside-files'), /^4 other files set aside .*Another file of the same module/);
});

viewerTest('the texts of a dump take the place of its damaged proto', async (viewer) => {
  const damaged = damagedFolder();
  await viewer.loadFolder(damaged);
  assert.match(await viewer.text('failures'), /hlo\.pb.*TRUNCATED/s);
  assert.match(await viewer.text('headline'), /^Peak 73\.44 MiB/);
  assert.ok(await viewer.has('curve'));
  const files = await openFiles(viewer);
  assert.ok(
    files.some((file) => /buffer-assignment\.txt BufferAssignment text/.test(file)),
    files.join('\n'),
  );
});

viewerTest('the same plan is opened again after a file is closed', async (viewer) => {
  await viewer.loadFolder(CPU_FOLDER);
  const { peak } = await facts(viewer);
  await viewer.click('files-menu');
  await viewer.clickOn('.file:nth-child(2) .icon-button');
  assert.equal((await facts(viewer)).peak, peak);
  assert.equal((await openFiles(viewer)).length, 2);
  assert.match(await viewer.text('aside-files'), /^4 other files/);
  await viewer.click('close-all');
  assert.ok(await viewer.has('start'));
});

viewerTest('what tells of a chip only says so, and counts once its module is there', async (viewer) => {
  const stem = basename(CPU).replace('cpu_after_optimizations.hlo.pb', '');
  const target = 'dram_size: 17179869184\ngpu_device_info {\n}\ndevice_description_str: "NVIDIA A100"\n';
  await viewer.load(textFile(`${stem}gpu_target_config.pbtxt`, target));
  assert.match(await viewer.text('failures'), /NEEDS_COMPANION.*tells of the chip .*NVIDIA A100.*hlo\.pb/s);
  await viewer.load(CPU);
  assert.ok(!(await viewer.has('failures')));
  assert.equal((await openFiles(viewer)).length, 2);
});

viewerTest('a zip of a folder', async (viewer) => {
  await viewer.load(zipOf(CPU_FOLDER));
  assert.equal((await facts(viewer)).peak, report(CPU).overview.peakBytes);
  const [file] = await openFiles(viewer);
  assert.match(file, /^cpu_mlp\.zip zip .* 1 module$/);
});

viewerTest('texts of one module given one by one, in the worst order', async (viewer) => {
  await viewer.load(CPU_TEXTS.ranges);
  assert.match(await viewer.text('failures'), /NEEDS_COMPANION.*buffer-assignment\.txt/);
  await viewer.load(CPU_TEXTS.assignment);
  assert.ok(!(await viewer.has('failures')), 'what was missing has come');
  const { peak } = await facts(viewer);
  assert.equal(peak, report(CPU).overview.peakBytes);
  assert.ok(await viewer.has('curve'));
  assert.equal((await openFiles(viewer)).length, 2);
  // Other files come and go: the pair stays a pair.
  await viewer.load(plainText());
  await viewer.page.keyboard.press('Escape');
  assert.equal((await facts(viewer)).peak, peak);
});

viewerTest('live ranges that come later give the module its curve', async (viewer) => {
  await viewer.load(CPU_TEXTS.assignment);
  assert.match(await viewer.text('headline'), /^At least 25\.32 MiB$/);
  assert.match(await viewer.text('no-order'), /No curve.*Add the …-live-range\.txt/);
  await viewer.load(CPU_TEXTS.ranges, CPU_TEXTS.values);
  assert.match(await viewer.text('headline'), /^Peak 73\.44 MiB/);
  assert.ok(!(await viewer.has('no-order')));
});

viewerTest('a dropped folder is walked through entries where there are no handles', async (viewer) => {
  // No browser lets a test drop a folder this way: what it would hand over is made here, a hundred entries at a time.
  await viewer.page.evaluate(
    ([proto, text]) => {
      const fileEntry = (path, content) => ({
        isFile: true,
        isDirectory: false,
        name: path.split('/').pop(),
        fullPath: path,
        file: (done) => done(new File([content], path.split('/').pop())),
      });
      const folderEntry = (path, children) => ({
        isFile: false,
        isDirectory: true,
        name: path.split('/').pop(),
        fullPath: path,
        createReader: () => {
          const rest = [...children];
          return { readEntries: (done) => setTimeout(() => done(rest.splice(0, 100))) };
        },
      });
      const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const clutter = Array.from({ length: 250 }, (_, i) => fileEntry(`/dump/sub/trace_${i}.json`, '{}'));
      const unreadable = { ...fileEntry('/dump/sub/gone.pb', ''), file: (_, failed) => failed(new Error('gone')) };
      const sub = folderEntry('/dump/sub', [
        ...clutter,
        unreadable,
        fileEntry(`/dump/sub/${proto.name}`, bytes(proto.base64)),
      ]);
      const dump = folderEntry('/dump', [sub, fileEntry('/dump/error.txt', text)]);
      DataTransferItem.prototype.webkitGetAsEntry = () => dump;
      DataTransferItem.prototype.getAsFileSystemHandle = undefined;
      const transfer = new DataTransfer();
      transfer.items.add(new File([], 'dump'));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    },
    [
      { name: basename(CPU), base64: readFileSync(CPU).toString('base64') },
      readFileSync(OOM('scoped_vmem.txt'), 'utf8'),
    ],
  );
  await viewer.idle();
  assert.match(await viewer.text('headline'), /^Peak 73\.44 MiB/);
  assert.match(await viewer.text('report-title'), /scoped VMEM/);
  assert.match(await viewer.text('files-menu'), /^dump, 2 files/);
  await viewer.click('files-menu');
  assert.match(await viewer.text('aside-files'), /^250 other files/);
});

viewerTest('many files of which none is ours', async (viewer) => {
  const files = Array.from({ length: 60 }, (_, i) => textFile(`trace_${i}.json`, '{"traceEvents": []}'));
  await viewer.load(...files);
  assert.match(await viewer.text('useless'), /None of the 60 files tells.*60 other files set aside/);
  assert.ok(await viewer.has('start'));
  await viewer.load(CPU);
  assert.ok(!(await viewer.has('useless')));
  assert.match(await viewer.text('headline'), /^Peak 73\.44 MiB/);
});

viewerTest('thousands of files do not hold the page up', async (viewer) => {
  const took = await viewer.page.evaluate(async () => {
    const transfer = new DataTransfer();
    for (let i = 0; i < 3000; i++) transfer.items.add(new File(['x'], `module_${i}.jit_f.before_optimizations.txt`));
    let longest = 0;
    let last = performance.now();
    let running = true;
    const watch = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (running) setTimeout(watch);
    };
    watch();
    const options = { bubbles: true, cancelable: true, dataTransfer: transfer };
    document.body.dispatchEvent(new DragEvent('drop', options));
    await window.xmv.idle();
    running = false;
    return longest;
  });
  assert.match(await viewer.text('useless'), /None of the 3,000 files/);
  await viewer.clickOn(`${byId('aside-files')} summary`);
  assert.equal((await viewer.page.$$(`${byId('aside-files')} li`)).length, 50);
  assert.match(await viewer.text('aside-files'), /and 2,950 more$/);
  assert.ok(took < 1500, `held up for ${took} ms`);
});

const jax = sharedFile('jax');
/** [folder, its module's proto]: the largest, as the page opens the largest module first. */
const folders = jax
  ? readdirSync(jax).map((name) => {
      const protos = readdirSync(join(jax, name)).filter((file) => /after_optimizations\.hlo\.pb(\.gz)?$/.test(file));
      const largest = protos.sort((a, b) => statSync(join(jax, name, b)).size - statSync(join(jax, name, a)).size)[0];
      return [name, largest && join(jax, name, largest)];
    })
  : [['jax', null]];

for (const [name, proto] of folders) {
  viewerTest(
    `the compiler's folder ${name} shows what its proto shows`,
    async (viewer) => {
      await viewer.loadFolder(join(jax, name));
      assert.equal((await facts(viewer)).peak, report(proto).overview.peakBytes);
      assert.ok(!(await viewer.has('failures')));
    },
    { skip: unlessShared(jax) },
  );
}
