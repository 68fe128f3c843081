// Going along the program: step, local peaks, an instruction by name or a point by number. And what x means.
import { useSignal } from '@preact/signals';
import { AXIS } from '../engine/orders';
import { goTo, stepPeak, stepPoint } from '../state/scrub';
import { atPeak, overview, shownPoint } from '../state/store';
import { type AxisNumber, axis, setAxis } from '../state/viewport';

interface Step {
  readonly text: string;
  readonly says: string;
  readonly run: () => void;
}

const BACK: readonly Step[] = [
  { text: '⇤', says: 'Previous local peak', run: () => void stepPeak(-1) },
  { text: '←', says: 'Previous point', run: () => stepPoint(-1) },
];
const ON: readonly Step[] = [
  { text: '→', says: 'Next point', run: () => stepPoint(1) },
  { text: '⇥', says: 'Next local peak', run: () => void stepPeak(1) },
];

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <>
      {steps.map((step) => (
        <button
          key={step.says}
          type="button"
          class="step"
          aria-label={step.says}
          title={step.says}
          onClick={step.run}
          data-testid={`step-${step.says.toLowerCase().replaceAll(' ', '-')}`}
        >
          {step.text}
        </button>
      ))}
    </>
  );
}

export function Scrubber() {
  const missing = useSignal('');
  const facts = overview.value;
  if (!facts || facts.points < 2 || facts.trace < 0) return null;
  const go = async (input: HTMLInputElement) => {
    const text = input.value;
    const found = await goTo(text);
    missing.value = found || !text.trim() ? '' : `No instruction “${text.trim()}”`;
    if (found) input.select();
  };
  return (
    <fieldset class="scrubber" data-testid="scrubber">
      <legend class="visually-hidden">Point shown</legend>
      <Steps steps={BACK} />
      <Steps steps={ON} />
      <input
        class="scrubber-go"
        type="search"
        placeholder="Go to instruction or point"
        aria-label="Go to an instruction by name, or to a point by number"
        aria-invalid={missing.value ? 'true' : undefined}
        title={missing.value || 'Enter goes to the next one with that name (g)'}
        onInput={() => {
          missing.value = '';
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void go(event.currentTarget);
          else if (event.key === 'Escape') event.currentTarget.blur();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        data-testid="go-to"
      />
      <span class="visually-hidden" aria-live="polite">
        {missing.value || `Point ${shownPoint.value}${atPeak.value ? ', the peak' : ''}`}
      </span>
    </fieldset>
  );
}

const AXES: readonly { readonly value: AxisNumber; readonly label: string; readonly says: string }[] = [
  {
    value: AXIS.events,
    label: 'Points',
    says: 'x counts allocations and frees, as XProf does: busy parts are wide.',
  },
  {
    value: AXIS.schedule,
    label: 'Schedule',
    says: 'x counts the entry computation’s instructions in order; what a called computation allocates happens at its call.',
  },
];

/** What x means on curve and map. */
export function AxisSwitch() {
  const facts = overview.value;
  if (!facts || facts.trace < 0) return null;
  return (
    <fieldset class="switch" data-testid="axis-switch">
      <legend class="visually-hidden">What x counts</legend>
      {AXES.map((choice) => (
        <label key={choice.value} class="switch-option" title={choice.says}>
          <input
            type="radio"
            name="axis"
            value={choice.value}
            checked={axis.value === choice.value}
            onChange={() => void setAxis(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
