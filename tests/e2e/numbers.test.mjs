// The numbers on the page are the command line's, for every module and memory space of the committed files; and they add
// up on the page itself.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { listing, report } from './lib/cli.mjs';
import { facts } from './lib/facts.mjs';
import { ASSIGNMENT, CPU, DECODE, OFFLOAD, PADDING, PALLAS, PROFILE, SAMPLE, STEP, TRANSFORMER } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';

const sumOf = (sum, labels) => labels.reduce((total, label) => total + (sum[label] ?? 0), 0);
/** Parts of zero bytes are left out on the page. */
const notZero = (entries) => Object.fromEntries(Object.entries(entries).filter(([, bytes]) => bytes !== 0));
const LIVE = ['Parameters', 'Outputs', 'Constants', 'Temporaries'];
const BEYOND = ['Free', 'Untraced temporaries', 'Unattributed', 'Without a buffer'];

function compare(said, { overview, peak }) {
  assert.equal(said.peak, overview.peakBytes, 'peak');
  if (overview.trace >= 0) {
    const points = (n) => n.toLocaleString('en-US');
    assert.ok(said.where.includes(`point ${points(overview.peakPoint)} of ${points(overview.points)}`), said.where);
    assert.ok(said.where.includes(peak.instruction), said.where);
  }
  const parts = Object.fromEntries(LIVE.filter((label) => label in said.sum).map((label) => [label, said.sum[label]]));
  assert.deepEqual(
    parts,
    notZero({
      Parameters: peak.parameterBytes,
      Outputs: peak.outputBytes,
      Constants: peak.constantBytes,
      Temporaries: peak.temporaryBytes,
    }),
  );
  assert.equal(sumOf(said.sum, LIVE), said.sum.Peak ?? said.peak, 'parts add up to the peak');
  if ('Allocated' in said.sum) {
    assert.equal(said.sum.Allocated, overview.totalBytes, 'allocated');
    assert.equal(said.peak + sumOf(said.sum, BEYOND) - (said.sum.Overlap ?? 0), said.sum.Allocated, 'it adds up');
  } else {
    assert.equal(overview.totalBytes, overview.peakBytes, 'nothing beyond the peak, so no second line');
  }
  assert.equal(said.figures.Padding, peak.paddingBytes, 'padding');
  assert.equal(said.figures.Unpadded, peak.unpaddedBytes, 'unpadded');
  assert.equal(said.figures.Fragmentation, overview.fragmentationBytes, 'fragmentation');
  assert.equal(said.figures['Temporaries reserved'], overview.temporaryAllocationBytes, 'temporaries reserved');
  if (overview.trace >= 0) assert.equal(said.figures.Extent, peak.extentBytes, 'extent');
  assert.equal(said.figures.Donated ?? 0, overview.aliasedOutputBytes, 'donated');
  assert.equal(said.figures['Thread-local'] ?? 0, overview.threadLocalBytes, 'thread-local');
  assert.equal(said.figures['Scoped VMEM'] ?? 0, overview.scopedVmemBytes, 'scoped VMEM');
  assert.deepEqual(said.live, [peak.liveBuffers, overview.buffers], 'live buffers');
}

for (const file of [STEP, TRANSFORMER, PADDING, OFFLOAD, PALLAS, DECODE, CPU, ASSIGNMENT, PROFILE, SAMPLE]) {
  viewerTest(`${basename(file)}: numbers equal the command line's`, async (viewer) => {
    await viewer.load(file);
    let module = null;
    for (const { title, space } of listing(file)) {
      if (title !== module && module !== null) await viewer.pickModule(title);
      module = title;
      if (await viewer.page.$(`[data-testid="space-picker"] input[value="${space}"]:not(:checked)`)) {
        await viewer.pickSpace(space);
      }
      try {
        compare(await facts(viewer), report(file, title, space));
      } catch (error) {
        error.message = `${title}, memory space ${space}: ${error.message}`;
        throw error;
      }
    }
  });
}
