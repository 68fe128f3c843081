// The rehearsal asks what a first file is asked, each time from the start, and stops where there is nothing to show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure } from '#wasm/memory_viewer.js';
import { rehearsal } from './rehearsal';

const FAILURE: Failure = { code: 'CORRUPT', message: '', hint: '' };

function rehearse(answers: Record<string, object>): string[] {
  const asked: string[] = [];
  const ask = (op: string) => {
    asked.push(op);
    return answers[op] ?? FAILURE;
  };
  for (const _ of rehearsal(ask as never, () => asked.push('start over'), 'AAAA'));
  return asked;
}

test('a first file’s questions, several times', () => {
  const asked = rehearse({
    listing: { modules: [{ module: 0 }] },
    view: { view: 1, overview: { points: 10, peakPoint: 5, totalBytes: 100 } },
  });
  const rounds = asked.filter((op) => op === 'start over').length;
  assert.ok(rounds > 1);
  const first = asked.slice(0, asked.length / rounds);
  assert.deepEqual(first.slice(0, 4), ['start over', 'open', 'listing', 'view']);
  for (const op of ['curve', 'strip', 'rows', 'map', 'mapImage']) assert.ok(first.includes(op), op);
  assert.deepEqual(asked, Array.from({ length: rounds }, () => first).flat());
});

test('nothing to show ends it', () => {
  assert.deepEqual(rehearse({ listing: { modules: [] } }), ['start over', 'open', 'listing']);
  assert.deepEqual(rehearse({ listing: { modules: [{ module: 0 }] } }), ['start over', 'open', 'listing', 'view']);
});
