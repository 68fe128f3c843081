// What the map's colours mean, how many bytes of each are live at the point shown, and a click to leave a class out.
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import { classVariable } from '../charts/map_colors';
import { COLOR_BY } from '../engine/orders';
import { type ColorByNumber, colorBy, hiddenClasses, legend, setColorBy, toggleClass } from '../state/map';

const CHOICES: readonly { readonly value: ColorByNumber; readonly label: string }[] = [
  { value: COLOR_BY.type, label: 'Allocation type' },
  { value: COLOR_BY.dataType, label: 'Data type' },
  { value: COLOR_BY.opcode, label: 'Opcode' },
  { value: COLOR_BY.layer, label: 'Framework op' },
  { value: COLOR_BY.padding, label: 'Padding share' },
  { value: COLOR_BY.lifetime, label: 'Lifetime' },
];

export function ColorByPicker() {
  return (
    <label class="color-by">
      Colour by
      <select
        value={colorBy.value}
        onChange={(event) => {
          const chosen = CHOICES.find((choice) => choice.value === Number(event.currentTarget.value));
          if (chosen) setColorBy(chosen.value);
        }}
        data-testid="color-by"
      >
        {CHOICES.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

export function MapLegend() {
  const classes = legend.value;
  if (!classes) return null;
  const by = colorBy.value;
  const hidden = hiddenClasses.value;
  return (
    <ul class="map-legend" aria-label="Colours of the map; a click leaves a class out" data-testid="map-legend">
      {classes.label.map((label, index) => {
        const blocks = classes.blocks[index] ?? 0;
        if (blocks === 0) return null;
        const live = classes.liveBytes[index] ?? 0;
        const shown = !hidden.has(index);
        return (
          <li key={label}>
            <button
              type="button"
              class="class-chip"
              aria-pressed={shown}
              title={`${label}: ${formatCount(blocks)} blocks, ${formatExact(live)} live at the point shown. Click: leave out; double click: alone.`}
              onClick={(event) => toggleClass(index, event.shiftKey || event.detail === 2)}
            >
              <i class="swatch" style={{ background: `var(${classVariable(by, index, label)})` }} />
              <span class="class-name">{label}</span>
              <span class="class-bytes">{formatBytes(live)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
