// Picking what the program is held against: a chip or a typed size, and what others hold of it.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { formatBytes, formatExact } from '../base/bytes';
import { sizeOf } from '../base/capacity';
import { CHIPS, type Chip } from '../base/chips';
import { parseSize } from '../base/sizes';
import {
  baselinePreset,
  capacity,
  chipChoice,
  chooseChip,
  fitting,
  NONE,
  toldCapacity,
  typeBaseline,
  typedBaselines,
  typedSizes,
  typeSize,
} from '../state/capacity';
import { overview } from '../state/store';
import { ChevronIcon } from './icons';
import { Popover } from './popover';

function familyOf(chip: Chip): string {
  return /^(TPU|MI\d)/.exec(chip.name)?.[0].replace(/^MI\d/, 'AMD') ?? 'NVIDIA';
}
const FAMILIES = ['TPU', 'NVIDIA', 'AMD'];

function ChipOption({ chip, space }: { chip: Chip; space: number }) {
  const bytes = sizeOf(chip, space);
  return (
    <option value={chip.name}>
      {chip.name}
      {bytes === null ? '' : ` · ${formatBytes(bytes)}`}
    </option>
  );
}

interface SizeFieldProps {
  readonly label: string;
  readonly given: number | null;
  readonly placeholder: string;
  readonly least: number;
  readonly onSize: (bytes: number | null) => void;
  readonly testId: string;
}

/** A text field for a size; what was understood is said beside it. Empty: null. */
function SizeField({ label, given, placeholder, least, onSize, testId }: SizeFieldProps) {
  const text = useSignal(given === null ? '' : formatBytes(given));
  const says = useId();
  const bytes = parseSize(text.value);
  const bad = text.value.trim() !== '' && (bytes === null || bytes < least);
  return (
    <label class="capacity-field">
      <span>{label}</span>
      <input
        class="picker-input"
        value={text.value}
        placeholder={placeholder}
        aria-invalid={bad ? 'true' : undefined}
        aria-describedby={says}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          const typed = parseSize(text.value);
          if (text.value.trim() === '') onSize(null);
          else if (typed !== null && typed >= least) onSize(typed);
        }}
        data-testid={testId}
      />
      <span class="muted capacity-read" id={says}>
        {bad ? 'Not a size. Try 16GiB or 15.75G' : bytes !== null && `${formatBytes(bytes)}, ${formatExact(bytes)}`}
      </span>
    </label>
  );
}

function CapacityForm({ space }: { space: number }) {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  const chip = CHIPS.find(({ name }) => name === (chipChoice.value || capacity.value?.chip));
  const told = toldCapacity.value;
  const preset = baselinePreset.value;
  return (
    <div class="capacity-form" data-testid="capacity-form">
      <label class="capacity-field">
        <span>Chip</span>
        <select
          class="picker-input"
          ref={select}
          value={chipChoice.value}
          onChange={(event) => chooseChip(event.currentTarget.value)}
          data-testid="capacity-chip"
        >
          <option value="">
            {told ? `As the files tell: ${told.chip || formatBytes(told.bytes)}` : 'The files tell none'}
          </option>
          <option value={NONE}>None: don’t compare</option>
          {FAMILIES.map((family) => (
            <optgroup key={family} label={family}>
              {CHIPS.filter((candidate) => familyOf(candidate) === family).map((candidate) => (
                <ChipOption key={candidate.name} chip={candidate} space={space} />
              ))}
            </optgroup>
          ))}
        </select>
        <span class="muted capacity-read">
          {chip && (
            <>
              {chip.sold} as sold.{' '}
              <a href={chip.source} target="_blank" rel="noreferrer">
                Source
              </a>
            </>
          )}
        </span>
      </label>
      <SizeField
        label="or a size"
        given={typedSizes.value[space] ?? null}
        placeholder="80 GB, 15.75G, 16GiB"
        least={1}
        onSize={typeSize}
        testId="capacity-size"
      />
      <SizeField
        label="Baseline"
        given={typedBaselines.value[space] ?? null}
        placeholder={preset > 0 ? `${formatBytes(preset)}, from the file` : '0'}
        least={0}
        onSize={typeBaseline}
        testId="capacity-baseline"
      />
      <p class="muted capacity-note">
        Baseline: what other modules and the runtime hold; the rest is for this program. Sizes are per device, which is
        a core on chips whose cores are devices of their own.
      </p>
    </div>
  );
}

export function CapacityPicker() {
  const open = useSignal(false);
  const shown = overview.value;
  if (!shown) return null;
  const found = capacity.value;
  const name = found?.chip || 'Capacity';
  const size = found ? formatBytes(found.usable) : '';
  const over = fitting.value?.allocated.fits === false;
  return (
    <Popover
      open={open}
      class="capacity-picker"
      testId="capacity-picker"
      label={
        found ? `${name} ${size}, the capacity${over ? '; does not fit' : ''}` : 'Capacity, not known: choose a chip'
      }
      button={
        <>
          <span class={over ? 'picker-title over' : 'picker-title'}>
            {name} <b>{size}</b>
          </span>
          <ChevronIcon />
        </>
      }
    >
      <CapacityForm key={shown.space} space={shown.space} />
    </Popover>
  );
}
