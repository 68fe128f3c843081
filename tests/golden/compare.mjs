// Compares our XProf-compatible JSON with XProf's own, field by field: numbers exactly (doubles after parsing), lists
// whose order XProf takes from a hash map as sets. `numbered`, colours and allocationTimeline do not count.
//
// The same rules as the reference comparison in shared/tools/compare_golden.py, so that the project can check itself
// without it.

const SCALARS = `moduleName entryComputationName peakHeapMib peakUnpaddedHeapMib peakHeapSizePosition
  entryComputationParametersMib nonReusableMib maybeLiveOutMib totalBufferAllocationMib indefiniteBufferAllocationMib
  maxScopedVmemAllocationMib maxScopedVmemInstructionName`.split(/\s+/);

/** One text for equal values: keys sorted, zeros and empties left out, int64 strings as numbers. */
function canonical(value, drop = []) {
  if (Array.isArray(value)) return `[${value.map((v) => canonical(v, drop)).join()}]`;
  if (value !== null && typeof value === 'object') {
    const parts = Object.keys(value)
      .filter((key) => !drop.includes(key))
      .sort()
      .map((key) => [key, canonical(value[key], drop)])
      .filter(([, text]) => !['0', '""', '[]', '{}', 'null', 'false'].includes(text));
    return `{${parts.map(([key, text]) => `${key}:${text}`).join()}}`;
  }
  if (typeof value === 'string' && /^-?\d{1,19}$/.test(value)) return String(BigInt(value));
  return JSON.stringify(value ?? null);
}

/** How often each value occurs. */
function bag(list = [], drop = []) {
  const counts = new Map();
  for (const item of list) {
    const text = canonical(item, drop);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function compareBags(name, want, got, problems) {
  const missing = [...want].filter(([text, n]) => (got.get(text) ?? 0) < n);
  const extra = [...got].filter(([text, n]) => (want.get(text) ?? 0) < n);
  if (missing.length > 0 || extra.length > 0) {
    problems.push(
      `${name}: missing ${missing[0]?.[0].slice(0, 200) ?? 'none'}; extra ${extra[0]?.[0].slice(0, 200) ?? 'none'}`,
    );
  }
}

function comparePeakBuffers(want, got, problems) {
  const wanted = want.maxHeap ?? [];
  const heap = got.maxHeap ?? [];
  compareBags('maxHeap', bag(wanted, ['numbered']), bag(heap, ['numbered']), problems);
  const temporaries = (list) => list.filter((h) => h.groupName === 'Temporary').map((h) => canonical(h, ['numbered']));
  if (temporaries(wanted).join() !== temporaries(heap).join()) problems.push('maxHeap: temporaries in another order');
  const sizes = (got.maxHeapBySize ?? []).map((h) => h.logicalBufferSizeMib ?? 0);
  if (sizes.some((size, i) => i > 0 && size > sizes[i - 1])) problems.push('maxHeapBySize: not sorted');
  compareBags('maxHeapBySize', bag(heap, ['numbered']), bag(got.maxHeapBySize, ['numbered']), problems);
  const to = got.maxHeapToBySize ?? [];
  const back = got.bySizeToMaxHeap ?? [];
  if (to.length !== heap.length || back.length !== heap.length || to.some((t, i) => back[t] !== i)) {
    problems.push('maxHeapToBySize and bySizeToMaxHeap: not inverse permutations');
  }
}

/** What differs, as sentences; empty when both are equal. */
export function compare(want, got) {
  const problems = [];
  for (const key of SCALARS) {
    if (canonical(want[key] ?? 0) !== canonical(got[key] ?? 0))
      problems.push(`${key}: want ${want[key]}, got ${got[key]}`);
  }
  for (const key of ['heapSizes', 'unpaddedHeapSizes', 'hloInstructionNames']) {
    const w = want[key] ?? [];
    const g = got[key] ?? [];
    const at = w.findIndex((value, i) => value !== g[i]);
    if (w.length !== g.length || at >= 0)
      problems.push(`${key}: lengths ${w.length} and ${g.length}, at ${at}: want ${w[at]}, got ${g[at]}`);
  }
  const spans = (result) => bag(Object.entries(result.logicalBufferSpans ?? {}));
  compareBags('logicalBufferSpans', spans(want), spans(got), problems);
  comparePeakBuffers(want, got, problems);
  compareBags('indefiniteLifetimes', bag(want.indefiniteLifetimes), bag(got.indefiniteLifetimes), problems);
  // Several allocations are stacked in hash order.
  const stacked = (want.bufferBlocks ?? []).filter((b) => b.logicalBufferId === -1).length > 1;
  const drop = stacked ? ['color', 'offset'] : ['color'];
  compareBags('bufferBlocks', bag(want.bufferBlocks, drop), bag(got.bufferBlocks, drop), problems);
  return problems;
}
