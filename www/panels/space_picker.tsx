// Memory type (one radio per memory space the module uses, with its peak) and, where a space has several heap simulator
// traces, which of them is shown.
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import { choice, chosenModule, overview } from '../state/store';
import { chooseSpace, chooseTrace } from '../state/view';

export function SpacePicker() {
  const module = chosenModule.value;
  const chosen = choice.value;
  if (!module || !chosen) return null;
  return (
    <fieldset class="spaces" data-testid="space-picker">
      <legend class="visually-hidden">Memory type</legend>
      {module.spaces.map((space) => (
        <label key={space.space} class="space" title={`Peak ${formatExact(space.peakBytes)}`}>
          <input
            type="radio"
            name="space"
            value={space.space}
            checked={space.space === chosen.space}
            onChange={() => chooseSpace(space.space)}
          />
          <span class="space-name">{space.name}</span> <span class="space-bytes">{formatBytes(space.peakBytes)}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function TracePicker() {
  const facts = overview.value;
  if (!facts || facts.traces.length < 2) return null;
  return (
    <label class="trace">
      <span class="muted">Trace</span>
      <select
        value={String(facts.trace)}
        onChange={(event) => chooseTrace(Number(event.currentTarget.value))}
        data-testid="trace-picker"
      >
        {facts.traces.map((trace) => (
          <option key={trace.trace} value={String(trace.trace)}>
            {trace.computation || `trace ${trace.trace}`}: {formatCount(trace.events)} events
            {trace.allocation >= 0 ? `, ${formatBytes(trace.allocationBytes)}` : ''}
          </option>
        ))}
      </select>
    </label>
  );
}
