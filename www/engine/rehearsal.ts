// What the first file will ask of the worker, asked beforehand about the built-in sample. Browsers compile a wasm function
// when it is first called, and well when it has been called often: without this the first file takes Chromium five times as
// long as the next one. Step by step, so that a real question waits for no more than one of them.
import type { Failure } from '#wasm/memory_viewer.js';
import { fromBase64 } from '../base/dom';
import type { Args, OperationName, Result } from './messages';
import { isFailure } from './messages';
import { AXIS, COLOR_BY, ORDER } from './orders';

/** After so many times Chromium has compiled all that takes time as well as it can. */
const ROUNDS = 6;
const WIDTH = 1000;
const HEIGHT = 300;

type Ask = <K extends OperationName>(op: K, args: Args<K>) => Result<K> | Failure;

/** `ask` answers like the worker, of files opened since `startOver`. The sample is gzipped, in base64. */
export function* rehearsal(ask: Ask, startOver: () => void, sample: string): Generator<void> {
  const file = new File([fromBase64(sample)], 'sample.hlo.pb.gz');
  for (let round = 0; round < ROUNDS; round++) {
    startOver();
    ask('open', { file, path: file.name });
    yield;
    const listing = ask('listing', {});
    const module = isFailure(listing) ? undefined : listing.modules[0];
    const shown = module && ask('view', { module: module.module, space: 0, trace: -1, columns: WIDTH });
    if (!shown || isFailure(shown)) return;
    yield;
    const { view, overview } = shown;
    const { points, peakPoint: point, totalBytes } = overview;
    ask('points', { view, points: [point] });
    ask('curve', { view, axis: AXIS.events, from: 0, to: points, columns: WIDTH });
    for (const order of [ORDER.program, ORDER.size, ORDER.padding]) {
      ask('strip', { view, point, order, lo: 0, hi: totalBytes, pixels: WIDTH, minPixels: 2 });
      ask('rows', { view, point, order, reversed: false, from: 0, count: 100, matchesOnly: false });
    }
    yield;
    const part = { view, axis: AXIS.events, x0: 0, x1: points, y0: 0, y1: totalBytes, width: WIDTH, height: HEIGHT };
    ask('map', { view, axis: AXIS.events });
    ask('mapImage', { ...part, by: COLOR_BY.type, palette: [1, 2, 3, 4, 5], background: 0, exact: true, spare: null });
    ask('mapLabels', { ...part, minWidth: 20, minHeight: 10, most: 100 });
    yield;
  }
}
