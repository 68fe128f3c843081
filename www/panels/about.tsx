// At the foot of the help: what this is, what it promises, and the licences of what is inside.
import { dataBlock } from '../base/dom';

declare const XMV_VERSION: string; // of package.json, put in by tools/lib/bundle.mjs

export function About() {
  return (
    <section class="about" aria-labelledby="about-title" data-testid="about">
      <h3 id="about-title">About</h3>
      <p>
        XLA Memory Viewer {XMV_VERSION}. Files are read in this page only: its security policy forbids it every request,
        so nothing can be uploaded, and it works without a network.
      </p>
      <details>
        <summary>Licences of the software in this page</summary>
        <pre>{dataBlock('xmv-licenses')?.textContent}</pre>
      </details>
    </section>
  );
}
