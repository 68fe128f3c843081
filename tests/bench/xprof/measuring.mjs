// What benchmarks side by side have in common: browsers, attempts that may fail without ending the run, medians, tables.
import { launch } from '../../e2e/lib/browser.mjs';

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Median of value(one) over a list; NaN if nothing was measured. */
export const medianOf = (list, value) => (list.length > 0 ? median(list.map(value)) : Number.NaN);

/** {chromium, firefox}: those that can be started. */
export async function engines() {
  const started = {};
  for (const name of ['chromium', 'firefox']) {
    try {
      started[name] = await launch(name);
    } catch (error) {
      console.log(`bench: without ${name}: ${error.message}`);
    }
  }
  return started;
}

const said = new Set();

/** Adds what `measure` gives to the samples; says once why it gave nothing. */
export async function attempt(samples, what, measure) {
  try {
    samples.push(await measure());
  } catch (error) {
    const text = `bench: ${what}: ${error.message}`;
    if (!said.has(text)) console.log(text);
    said.add(text);
  }
}

export function printTable(columns, rows) {
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((cells) => cells[i].length)));
  for (const cells of [columns, ...rows])
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '));
}
