// Reading how many tests passed from what test runners print. A runner that printed no count, or that failed without a
// failed test (a crash), counts as one failure.
import { stripVTControlCharacters } from 'node:util';

function honest({ passed, failed, skipped }, code) {
  const nothing = passed + failed + skipped === 0;
  return { passed, skipped, failed: failed === 0 && (code !== 0 || nothing) ? 1 : failed };
}

// With FORCE_COLOR set, programs colour even what goes into a pipe.
const plain = (output) => stripVTControlCharacters(output);

/** Node's spec reporter. */
export function fromNode({ output, code }) {
  const text = plain(output);
  const count = (name) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return honest(
    { passed: count('pass'), failed: count('fail') + count('cancelled'), skipped: count('skipped') + count('todo') },
    code,
  );
}

/** A last line of the form "N passed, N failed[, N skipped]". */
export function fromClosingLine({ output, code }) {
  const line = plain(output).trimEnd().split('\n').at(-1);
  const [, passed, failed, skipped] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [];
  return honest({ passed: Number(passed ?? 0), failed: Number(failed ?? 0), skipped: Number(skipped ?? 0) }, code);
}

/** Catch2's JSON report; `report` is null if the program died before writing one. */
export function fromCatch2(report, code) {
  const cases = report?.['test-run']?.totals?.['test-cases'];
  return honest(
    {
      passed: (cases?.passed ?? 0) + (cases?.['fail-but-ok'] ?? 0),
      failed: cases?.failed ?? 0,
      skipped: cases?.skipped ?? 0,
    },
    code,
  );
}

/** "3 passed, 0 failed", with the skipped only if there are any. */
export function summary({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
