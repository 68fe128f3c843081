// For tests: a 2D context that writes down what is drawn, and a palette of words. A test reads what a chart means to draw
// ("solid 4.0 at x, y, w, h") without a browser and without comparing pixels.
import type { Palette } from './palette';

export interface DrawLog {
  readonly ctx: CanvasRenderingContext2D;
  readonly lines: string[];
}

const LETTER_PX = 6;
const round = (value: unknown): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value);

/** Records fills, strokes and texts; paths as their number of points and their extent. */
export function drawLog(): DrawLog {
  const lines: string[] = [];
  let path: [number, number][] = [];
  const say = (what: string, style: unknown, values: readonly unknown[]) =>
    lines.push(`${what} [${String(style)}] ${values.map(round).join(' ')}`);
  const extent = () => {
    const xs = path.map(([x]) => x);
    const ys = path.map(([, y]) => y);
    return path.length === 0 ? [] : [path.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  const state = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    font: '',
    textAlign: 'left',
    textBaseline: 'alphabetic',
    lineJoin: 'miter',
    globalAlpha: 1,
    save() {},
    restore() {},
    clip() {},
    setLineDash() {},
    beginPath() {
      path = [];
    },
    closePath() {},
    rect() {},
    arc(x: number, y: number) {
      path.push([x, y]);
    },
    moveTo(x: number, y: number) {
      path.push([x, y]);
    },
    lineTo(x: number, y: number) {
      path.push([x, y]);
    },
    fill() {
      say('area', state.fillStyle, extent());
    },
    stroke() {
      say('line', state.strokeStyle, extent());
    },
    fillRect(...values: number[]) {
      say('rect', state.fillStyle, values);
    },
    strokeRect(...values: number[]) {
      say('frame', state.strokeStyle, values);
    },
    fillText(text: string, x: number, y: number) {
      say('text', state.fillStyle, [`"${text}"`, x, y]);
    },
    strokeText() {},
    measureText(text: string) {
      return { width: text.length * LETTER_PX };
    },
  };
  return { ctx: state as unknown as CanvasRenderingContext2D, lines };
}

export const WORD_PALETTE: Palette = {
  ink: 'ink',
  muted: 'muted',
  grid: 'grid',
  surface: 'surface',
  accent: 'accent',
  limit: 'limit',
  font: 'font',
  monoFont: 'mono',
  solid: (type, shade) => `solid ${type}.${shade}`,
  padding: (type, shade) => `padding ${type}.${shade}`,
  many: (type) => `many ${type}`,
  tint: (type) => `tint ${type}`,
  inkOn: (type) => `ink on ${type}`,
  line: (type) => `line ${type}`,
};
