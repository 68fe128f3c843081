// Ways from the card to elsewhere: the same data in another memory space, and the point at which the buffer is live.
import type { BufferCard, BufferLink } from '#wasm/memory_viewer.js';
import { formatCount } from '../base/bytes';
import { activeDetails, atPeak, overview, shownPoint } from '../state/store';
import { choosePoint, showBuffer } from '../state/view';

/** "HBM: fusion.12", each switches to that memory space and selects the buffer there. */
export function Links({ links }: { links: readonly BufferLink[] }) {
  return (
    <ul class="card-links">
      {links.map((link) => (
        <li key={`${link.space}:${link.buffer}`}>
          <button
            type="button"
            class="link"
            title={`Show it in ${link.spaceName}`}
            onClick={() => showBuffer(link.space, link.buffer)}
          >
            {link.spaceName}: <code>{link.name}</code>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Of a buffer that isn't live at the point shown: says so, and leads to where it is. */
export function Elsewhere({ card }: { card: BufferCard }) {
  const found = activeDetails.value;
  const start = card.start[0];
  const end = card.end[0];
  if (found?.card !== card || found.point !== shownPoint.value || found.positions.some(Boolean)) return null;
  const here = atPeak.value ? 'the peak' : `point ${formatCount(shownPoint.value)}`;
  if (card.wholeProgram || start === undefined || end === undefined) return null;
  const peak = overview.value?.peakPoint ?? -1;
  const target = peak >= start && peak < end ? null : start;
  return (
    <p class="elsewhere">
      Not live at {here}.{' '}
      <button type="button" class="link" onClick={() => choosePoint(target)} data-testid="card-go">
        {target === null ? 'Go to the peak' : `Go to point ${formatCount(start)}`}
      </button>
    </p>
  );
}
