// Inside an <iframe>, and inside a sandboxed one, which has no origin, no storage and no URL of its own to write to.
import assert from 'node:assert/strict';
import { STEP } from './lib/files.mjs';
import { BOTH, viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const HTTP = BOTH.map(({ browser }) => ({ browser, origin: 'http' }));

for (const path of ['/framed.html', '/sandboxed.html']) {
  viewerTest(
    `works in a frame: ${path}`,
    async (viewer) => {
      const holder = await viewer.page.waitForSelector('iframe');
      const frame = await holder.contentFrame();
      const input = await frame.waitForSelector(byId('file-input'));
      const idle = () => frame.evaluate(() => window.xmv.idle());
      await idle();
      await input.uploadFile(STEP);
      await idle();
      const text = (id) => frame.$eval(byId(id), (e) => e.innerText);
      assert.match(await text('headline'), /^Peak\s+25\.39 MiB/);
      await frame.click('.largest-row');
      await idle();
      assert.ok((await text('card')).length > 0);
      await frame.click(byId('theme'));
      await idle();
      assert.match(await text('headline'), /^Peak\s+25\.39 MiB/);
    },
    { on: HTTP, path },
  );
}
