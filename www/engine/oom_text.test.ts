import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OomReport } from '#wasm/memory_viewer.js';
import { reportText } from './oom_text';

test('a message as text: place, parts, allocations, advice', () => {
  const report = {
    title: 'The program needs more.',
    isError: true,
    line: 12,
    count: 3,
    parts: [
      { group: 'total', name: 'program', bytes: 1024 },
      { group: 'total', name: 'arguments', bytes: null },
      { group: 'program', name: 'scoped', bytes: 0 },
    ],
    allocations: [
      {
        sizeBytes: 1024,
        unpaddedBytes: 512,
        expansion: 2,
        count: 1,
        opType: '',
        opName: 'jit(f)/dot',
        sourceFile: 'train.py',
        sourceLine: 7,
        shape: 'f32[8,64]',
        paddingReason: '',
        label: '',
        type: 'HLO temp',
      },
    ],
    advice: [{ text: 'Dump it.', command: 'XLA_FLAGS=…' }],
  } as unknown as OomReport;
  assert.deepEqual(reportText(report, 'a.log').split('\n'), [
    'a.log:12 (3 copies): The program needs more.',
    '  program                           1.00 KiB',
    '  arguments                         unknown',
    'Largest of 1 allocations listed:',
    '    1.00 KiB  HLO temp   f32[8,64]  2× with padding  jit(f)/dot  train.py:7',
    'What to do next:',
    '  1. Dump it.',
    '       XLA_FLAGS=…',
  ]);
});
