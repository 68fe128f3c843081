// What the page says in numbers, exact to the byte: the sentences that explain a figure begin with its bytes, and screen
// readers read them. So these are the numbers people get, not the page's inner state.
import { byId } from './viewer.mjs';

/** "1,682,111,488 bytes, 5% of …" → 1682111488; "−512 bytes" → −512. */
export function bytesIn(sentence) {
  const found = /([−-]?)([\d,]+) bytes?/.exec(sentence);
  if (!found) throw new Error(`no bytes in "${sentence}"`);
  return Number(found[2].replaceAll(',', '')) * (found[1] ? -1 : 1);
}

/**
 * {peak, where, sum: {label: bytes}, figures: {label: bytes}, live: [live, all]}; `sum` holds the parts and the results
 * ("Peak", "Allocated").
 */
export async function facts(viewer) {
  await viewer.page.waitForSelector(byId('figures'));
  const said = await viewer.page.evaluate(() => {
    const one = (selector) => document.querySelector(selector);
    const explained = (element) => element.querySelector('.tip [hidden]')?.textContent ?? '';
    // The first occurrence of a label counts: "Peak" may be there as a part and as a result.
    const entries = (selector, label) =>
      [...document.querySelectorAll(selector)].map((e) => [e.querySelector(label).textContent, explained(e)]);
    return {
      peak: one('[data-testid="headline"] .headline-value [hidden]').textContent,
      where: one('[data-testid="headline"]').innerText.replaceAll(/\s+/g, ' '),
      sum: entries('[data-testid="sum"] .sum-entry', '.sum-label'),
      figures: entries('[data-testid="figures"] .figure', 'dt'),
      live: one('#strips-title').innerText,
    };
  });
  const byLabel = (entries) => Object.fromEntries(entries.map(([label, sentence]) => [label, bytesIn(sentence)]));
  return {
    peak: bytesIn(said.peak),
    where: said.where,
    sum: byLabel(said.sum),
    figures: byLabel(said.figures),
    live: [...said.live.matchAll(/[\d,]+/g)].map(([n]) => Number(n.replaceAll(',', ''))),
  };
}
