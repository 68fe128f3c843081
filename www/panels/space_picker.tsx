// Memory types: one radio per memory space that the module uses, each with its peak and a small curve, so that all spaces
// are seen at once; and, where a space has several heap simulator traces, which of them is shown.
import type { TraceInfo } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import type { SpaceOutline } from '../engine/messages';
import { noOrder } from '../state/order';
import { outlines, spaceBytes, usedSpaces } from '../state/spaces';
import { choice, chosenModule, overview } from '../state/store';
import { chooseSpace, chooseTrace } from '../state/view';
import { outlinePath } from './outline_path';

const WIDTH = 44;
const HEIGHT = 16;

function Outline({ outline }: { outline: SpaceOutline | undefined }) {
  return (
    <svg
      class="outline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {outline && <path d={outlinePath(outline.liveMax, WIDTH, HEIGHT)} />}
    </svg>
  );
}

export function SpacePicker() {
  const module = chosenModule.value;
  const chosen = choice.value;
  if (!module || !chosen) return null;
  return (
    <fieldset class="spaces" data-testid="space-picker">
      <legend class="visually-hidden">Memory type</legend>
      {usedSpaces(module).map((space) => {
        const live = space.peakBytes > 0;
        return (
          <label
            key={space.space}
            class="space"
            title={`${live ? (noOrder.value?.label ?? 'Peak') : 'Nothing live; allocated'} ${formatExact(spaceBytes(space))}`}
          >
            <input
              type="radio"
              name="space"
              value={space.space}
              checked={space.space === chosen.space}
              onChange={() => chooseSpace(space.space)}
            />
            <span class="space-name">{space.name}</span>
            {!noOrder.value && <Outline outline={outlines.value.get(space.space)} />}
            <span class="space-bytes">{formatBytes(spaceBytes(space))}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** "main.42: 1,204 events, simulates allocation 7 (1.30 GiB)". */
function traceText(trace: TraceInfo): string {
  const of = trace.computation || `trace ${trace.trace}`;
  const what =
    trace.allocation >= 0
      ? `allocation ${trace.allocation} (${formatBytes(trace.allocationBytes)})`
      : 'several allocations';
  return `${of}: ${what}, ${formatCount(trace.events)} events`;
}

export function TracePicker() {
  const facts = overview.value;
  if (!facts || facts.traces.length < 2) return null;
  return (
    <label
      class="trace"
      title="The compiler simulated the heap of several computations or allocations; each has a curve of its own"
    >
      <span class="muted">Trace of</span>
      <select
        value={String(facts.trace)}
        onChange={(event) => chooseTrace(Number(event.currentTarget.value))}
        data-testid="trace-picker"
      >
        {facts.traces.map((trace) => (
          <option key={trace.trace} value={String(trace.trace)}>
            {traceText(trace)}
          </option>
        ))}
      </select>
    </label>
  );
}
