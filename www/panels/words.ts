// What the page says about its numbers: one line each, in the field's terms. One table, so that a term reads the same
// wherever it appears.

export const EXPLAIN = {
  peak: 'The most bytes live at the same time: whole-program buffers plus the temporaries alive at that point.',
  parameters: 'Entry computation parameters (arguments): weights, optimizer state, inputs. Live for the whole program.',
  outputs:
    'Results that the program leaves behind. Live for the whole program; donated ones are counted under parameters.',
  constants: 'Constants compiled into the program. Live for the whole program.',
  threadLocal: 'Scratch memory of called computations, per thread. In no total and no peak, as in XLA and XProf.',
  temporaries:
    'Temporaries alive at this point: activations, gradients and work areas between being allocated and freed.',
  reserved:
    'Total allocation − peak − untraced temporaries: bytes reserved that no live buffer uses at the peak. Negative where buffers overlap.',
  free: 'Bytes of the allocations that no live buffer uses at this point: fragmentation, and room that other points need.',
  unattributed:
    'Part of the temporary allocation that no event of the trace ever uses: what it is for is not in the file.',
  untraced:
    'Temporary allocations for which the compiler left no heap simulator trace. Reserved, but when they are live is unknown, so they are not in the peak.',
  unrepresented: 'Whole-program allocations that hold no buffer. Reserved, but not in the peak.',
  total: 'What the device reserves for this program: the sum of all buffer allocations in this memory space.',
  overlap: 'More bytes are live than allocated: the compiler lets buffers overlap that it proved never to conflict.',
  padding:
    'Bytes added by the layout’s tiling at the peak: size − unpadded size over all live buffers, parameters included.',
  unpadded: 'What the buffers live at this point would take without layout padding.',
  temporaryAllocation: 'What the device reserves for temporaries: the sum of the temporary allocations.',
  extent:
    'Highest offset in use at the peak, whole-program allocations included. Above live bytes where there are holes in between.',
  donated:
    'Parameters whose memory is reused for an output (donation, input–output alias). Counted once, under parameters.',
  scopedVmem: 'Largest scoped allocation of one instruction (a kernel’s own work area). It comes on top of the peak.',
  xprofUnpadded:
    'What XProf shows as unpadded peak. It takes parameters at their padded size, so it differs from ours.',
  liveBuffers: 'Logical buffers live at this point, out of all in this memory space.',
  point: 'Program point: the state right after this heap event of the compiler’s schedule. It is an order, not a time.',
} as const;

export type Term = keyof typeof EXPLAIN;

/** Per AllocationType: the plural that the page uses, and its term. */
export const TYPE_WORDS: readonly { readonly label: string; readonly term: Term }[] = [
  { label: 'Parameters', term: 'parameters' },
  { label: 'Outputs', term: 'outputs' },
  { label: 'Thread-local', term: 'threadLocal' },
  { label: 'Constants', term: 'constants' },
  { label: 'Temporaries', term: 'temporaries' },
];

export const EVENT_WORDS: Readonly<Record<string, string>> = {
  alloc: 'allocates',
  free: 'frees',
  share: 'shares memory for',
};
