// The answer as a bar: what is live adds up to the peak, what is reserved beyond adds up to the total allocation. The
// labels under it are the legend of the whole page's colours, with bytes.
import { formatBytes, formatExact, formatShare } from '../base/bytes';
import type { Part, Sum } from './parts';
import { Tip } from './tip';
import { EXPLAIN } from './words';

/** Swatches and fills are classes: fill-0 … fill-4 are the allocation types, fill-free what nobody uses. */
function fillClass(part: Part): string {
  return part.type >= 0 ? `fill-${part.type}` : `fill-${part.id}`;
}

function Piece({ part, whole }: { part: Part; whole: number }) {
  return <span class={`sum-piece ${fillClass(part)}`} style={{ flexGrow: part.bytes / whole }} />;
}

function Entry({ part, sign, of }: { part: Part; sign: string; of: number }) {
  return (
    <li class="sum-entry">
      {sign && (
        <span class="sum-sign" aria-hidden="true">
          {sign}
        </span>
      )}
      <Tip
        text={`${formatExact(part.bytes)}, ${formatShare(part.bytes, of)} of what is allocated. ${EXPLAIN[part.term]}`}
      >
        <i class={`swatch ${fillClass(part)}`} />
        <span class="sum-label">{part.label}</span> <b>{formatBytes(part.bytes)}</b>
      </Tip>
    </li>
  );
}

function Result({ label, bytes, explain }: { label: string; bytes: number; explain: string }) {
  return (
    <li class="sum-entry sum-result">
      <span class="sum-sign" aria-hidden="true">
        =
      </span>
      <Tip text={`${formatExact(bytes)}. ${explain}`}>
        <span class="sum-label">{label}</span> <b>{formatBytes(bytes)}</b>
      </Tip>
    </li>
  );
}

/** `limit`: the capacity in bytes; marked where it lies on the bar. */
export function SumBar({ sum, liveLabel, limit }: { sum: Sum; liveLabel: string; limit: number | null }) {
  const whole = Math.max(sum.liveBytes, sum.totalBytes, 1);
  const overlap: Part = { id: 'overlap', label: 'Overlap', term: 'overlap', bytes: sum.overlapBytes, type: -1 };
  const liveShare = sum.liveBytes / whole;
  return (
    <div class="sum" data-testid="sum">
      <div class="sum-bar" aria-hidden="true">
        <div class="sum-live" style={{ flexGrow: liveShare }}>
          {sum.live.map((part) => (
            <Piece key={part.id} part={part} whole={sum.liveBytes} />
          ))}
        </div>
        {sum.beyond.map((part) => (
          <Piece key={part.id} part={part} whole={whole} />
        ))}
        {sum.overlapBytes > 0 && <span class="sum-limit" style={{ left: `${(sum.totalBytes / whole) * 100}%` }} />}
        {limit !== null && limit < whole && sum.overlapBytes === 0 && (
          <span class="sum-limit sum-capacity" style={{ left: `${(limit / whole) * 100}%` }} />
        )}
      </div>
      <div class="sum-lines">
        <ul class="sum-entries">
          {sum.live.map((part, index) => (
            <Entry key={part.id} part={part} sign={index > 0 ? '+' : ''} of={whole} />
          ))}
          <Result label={liveLabel} bytes={sum.liveBytes} explain={EXPLAIN.peak} />
        </ul>
        {(sum.beyond.length > 0 || sum.overlapBytes > 0) && (
          <ul class="sum-entries">
            {sum.beyond.map((part) => (
              <Entry key={part.id} part={part} sign="+" of={whole} />
            ))}
            {sum.overlapBytes > 0 && <Entry part={overlap} sign="−" of={whole} />}
            <Result label="Allocated" bytes={sum.totalBytes} explain={EXPLAIN.total} />
          </ul>
        )}
      </div>
    </div>
  );
}
