// Keys of curve, map and scrubber: the group for the one key table.
import { AXIS } from '../engine/orders';
import type { Command, CommandGroup } from '../state/keys';
import { fitAll, zoomToActive } from '../state/map';
import { selectedPositions, zoomToRange } from '../state/range';
import { stepPoint } from '../state/scrub';
import { overview } from '../state/store';
import { axis, setAxis } from '../state/viewport';

/** Does something have the focus that uses arrow keys or Enter itself? */
function focused(): boolean {
  const element = document.activeElement;
  return (
    element !== null && element !== document.body && element.matches('[tabindex], button, a, summary, select, input')
  );
}

const free = () => overview.value !== null && !focused();

/** Work wherever the focus is, unless a chart uses the key itself. */
export const RUN: readonly Command[] = [
  { keys: ['f'], says: 'Fit curve and map', run: fitAll },
  {
    keys: ['z'],
    says: 'Zoom to the selected range or buffer',
    run: () => (selectedPositions.value ? zoomToRange() : void zoomToActive()),
  },
  {
    keys: ['g'],
    says: 'Go to an instruction or point',
    run: () => document.querySelector<HTMLInputElement>('[data-testid="go-to"]')?.focus(),
  },
  { keys: ['ArrowLeft'], says: 'Show the point before', run: () => stepPoint(-1), when: free },
  { keys: ['ArrowRight'], says: 'Show the point after', run: () => stepPoint(1), when: free },
  {
    keys: ['x'],
    says: 'x: program points or schedule',
    run: () => void setAxis(axis.value === AXIS.events ? AXIS.schedule : AXIS.events),
  },
  {
    keys: ['a'],
    says: 'Go to the memory map',
    run: () => document.querySelector<HTMLElement>('[data-testid="map-chart"]')?.focus(),
  },
];

export const MAP_COMMANDS: readonly CommandGroup[] = [
  {
    title: 'On the curve',
    commands: [
      { keys: ['ArrowLeft', 'ArrowRight'], says: 'Show the point before, after (with Shift: further)' },
      { keys: ['PageUp', 'PageDown'], says: 'Local peak before, after' },
      { keys: ['Home', 'End'], says: 'First, last point' },
      { keys: ['+', '-'], says: 'Zoom (also the wheel)' },
      { keys: ['Enter'], says: 'Zoom to the selected range (Shift and drag selects)' },
      { keys: ['0'], says: 'Fit (also a double click)' },
    ],
  },
  {
    title: 'On the map',
    commands: [
      { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], says: 'Move the crosshair (with Shift: further)' },
      { keys: ['Enter'], says: 'Select the block, or zoom to the selected range' },
      { keys: [' '], says: 'Show the point at the crosshair' },
      { keys: ['+', '-'], says: 'Zoom the program (also the wheel)' },
      { keys: ['w', 's'], says: 'Zoom the addresses (also the wheel with Shift or Ctrl)' },
      { keys: ['a', 'd'], says: 'Pan (also dragging)' },
      { keys: ['PageUp', 'PageDown'], says: 'Local peak before, after' },
      { keys: ['0'], says: 'Fit (also a double click)' },
    ],
  },
];
