// Draws the memory map around its picture: layer 1 the picture itself (stretched while a newer one is on its way), layer 2
// axes, bands, the extent and names, layer 3 what the pointer and the selection point at.
import type { Curve } from '#wasm/memory_viewer.js';
import { formatBytes } from '../base/bytes';
import { toPx } from '../base/range';
import { byteTicks, pointTicks } from '../base/ticks';
import { type Box, fitText, overlaps } from './labels';
import { drawLimitLine, type Limit, limitPx, shadeAbove } from './limit_draw';
import { blockBox, type MapGeometry, type MapView, sameView, stretch } from './map_geometry';
import type { Palette } from './palette';
import { addSteps } from './steps';
import { type Paper, snap, snapLine } from './surface';

type Ctx = CanvasRenderingContext2D;

export interface Picture extends MapView {
  readonly image: ImageData;
  /** The same to be stretched. */
  canvas(): CanvasImageSource;
}

/** `pictures`: the coarser ones first; what the last does not cover shows them. */
export function drawMap(
  ctx: Ctx,
  paper: Paper,
  geometry: MapGeometry,
  pictures: readonly Picture[],
  want: MapView,
  free: string,
): void {
  const { plot, deviceWidth, deviceHeight } = geometry;
  const last = pictures[pictures.length - 1];
  if (last && sameView(last, want) && last.image.width === deviceWidth && last.image.height === deviceHeight) {
    ctx.putImageData(last.image, Math.round(plot.x * paper.dpr), Math.round(plot.y * paper.dpr));
    return;
  }
  ctx.fillStyle = free;
  ctx.fillRect(plot.x, plot.y, plot.width, plot.height);
  ctx.imageSmoothingEnabled = false;
  for (const picture of pictures) {
    const copy = stretch(picture, want, picture.image.width, picture.image.height, plot);
    if (!copy) continue;
    const { from, to } = copy;
    ctx.drawImage(picture.canvas(), from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
  }
}

/** A range of addresses with one meaning. */
export interface MapBand {
  readonly label: string;
  readonly type: number;
  readonly lo: number;
  readonly hi: number;
}

/** Text on a block, placed where the block is. */
export interface BlockLabel {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly lo: number;
  readonly hi: number;
  readonly ink: string;
}

export interface MapMarks {
  readonly bands: readonly MapBand[];
  /** The bands that are folded. */
  readonly foldedBands: readonly MapBand[];
  readonly labels: readonly BlockLabel[];
  /** Highest offset in use; null: there is no order, so no extent. */
  readonly curve: Curve | null;
  /** Up to where it fits; null: not known. */
  readonly limit: Limit | null;
}

const LINE = 14;

export function drawMapLabels(ctx: Ctx, paper: Paper, geometry: MapGeometry, marks: MapMarks, palette: Palette): void {
  const { plot, y, fold } = geometry;
  const { dpr } = paper;
  ctx.font = palette.font;
  ctx.textBaseline = 'middle';
  drawAxes(ctx, dpr, geometry, palette);
  if (marks.limit) shadeAbove(ctx, plot, y, marks.limit, palette);
  if (marks.curve) drawExtent(ctx, geometry, marks.curve, palette);

  ctx.textAlign = 'left';
  const taken: Box[] = [];
  const measure = (text: string) => ctx.measureText(text).width;
  const chip = (text: string, top: number, color = palette.ink, atRight = false): void => {
    const width = measure(text) + 10;
    const box = { x: atRight ? plot.x + plot.width - width : plot.x, y: top, width, height: LINE + 2 };
    if (taken.some((other) => overlaps(box, other))) return;
    taken.push(box);
    ctx.fillStyle = palette.surface;
    ctx.globalAlpha = 0.86;
    ctx.fillRect(box.x, box.y, box.width, box.height);
    ctx.globalAlpha = 1;
    ctx.fillStyle = color;
    ctx.fillText(text, box.x + 5, box.y + box.height / 2);
  };
  const drawLimit = (limit: Limit): void => {
    const at = limitPx(y, limit);
    if (at !== null) {
      drawLimitLine(ctx, dpr, plot, at, palette);
      // Above the line where there is room.
      chip(limit.label, at - LINE - 4 >= plot.y ? at - LINE - 4 : at + 2, palette.limit, true);
    } else if (limit.bytes < y.range.from) {
      chip(`${limit.label}, below this part`, plot.y + 2, palette.limit, true);
    }
  };
  if (marks.limit) drawLimit(marks.limit);
  for (const band of marks.bands) {
    const top = toPx(y, band.hi);
    const bottom = toPx(y, band.lo);
    if (bottom <= plot.y || top >= plot.y + plot.height) continue;
    if (band.lo > y.range.from) {
      ctx.fillStyle = palette.ink;
      ctx.fillRect(plot.x, snapLine(bottom, dpr) - 0.5 / dpr, plot.width, 1 / dpr);
    }
    const from = Math.max(top, plot.y);
    if (Math.min(bottom, plot.y + plot.height) - from >= LINE + 2)
      chip(`${band.label} ${formatBytes(band.hi - band.lo)}`, snap(from, dpr));
  }
  for (const label of marks.labels) {
    const box = blockBox(geometry, label);
    if (!box || box.width < 30 || box.height < LINE) continue;
    const text = fitText(label.name, box.width - 8, measure);
    if (!text) continue;
    const place = { x: box.x + 4, y: box.y + (box.height - LINE) / 2, width: measure(text), height: LINE };
    if (taken.some((other) => overlaps(place, other, 1))) continue;
    taken.push(place);
    ctx.fillStyle = label.ink;
    ctx.fillText(text, place.x, place.y + LINE / 2);
  }
  if (fold) drawFold(ctx, dpr, fold, marks.foldedBands, palette);
}

function drawAxes(ctx: Ctx, dpr: number, geometry: MapGeometry, palette: Palette): void {
  const { plot, fold, x, y } = geometry;
  const bottom = fold ? fold.y + fold.height : plot.y + plot.height;
  ctx.fillStyle = palette.muted;
  ctx.textAlign = 'right';
  for (const tick of byteTicks(y.range, geometry.byteTicks)) {
    const at = toPx(y, tick.value);
    ctx.fillRect(plot.x - 4, snapLine(at, dpr) - 0.5 / dpr, 4, 1 / dpr);
    // The lowest and highest labels stay inside the chart.
    if (at < bottom - 3 || !fold) ctx.fillText(tick.label, plot.x - 8, Math.min(Math.max(at, 7), bottom - 1));
  }
  ctx.textAlign = 'center';
  for (const tick of pointTicks(x.range, geometry.pointTicks)) {
    const at = toPx(x, tick.value);
    ctx.fillRect(snapLine(at, dpr) - 0.5 / dpr, bottom, 1 / dpr, 4);
    const half = ctx.measureText(tick.label).width / 2;
    ctx.fillText(tick.label, Math.min(Math.max(at, plot.x + half), plot.x + plot.width - half), bottom + 13);
  }
  ctx.fillRect(plot.x, snap(bottom, dpr), plot.width, 1 / dpr);
  // The left edge of the address axis, and its top: the end of the allocations.
  ctx.fillStyle = palette.grid;
  ctx.fillRect(snap(plot.x, dpr) - 1 / dpr, plot.y, 1 / dpr, plot.height);
}

function drawExtent(ctx: Ctx, geometry: MapGeometry, curve: Curve, palette: Palette): void {
  const { plot, x, y } = geometry;
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.x, plot.y - 1, plot.width, plot.height + 1);
  ctx.clip();
  ctx.beginPath();
  addSteps(ctx, curve.point, curve.extentMax, x, y);
  ctx.strokeStyle = palette.surface;
  ctx.lineJoin = 'bevel'; // no spikes where it goes up and down by the pixel
  ctx.lineWidth = 2.5;
  ctx.stroke();
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 1;
  ctx.setLineDash([1, 2]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.restore();
}

function drawFold(ctx: Ctx, dpr: number, fold: Box, bands: readonly MapBand[], palette: Palette): void {
  const total = bands.reduce((sum, band) => sum + band.hi - band.lo, 0);
  // Stacked like on the map, each seen.
  let at = fold.y + fold.height;
  bands.forEach((band, index) => {
    const share = Math.max(2, ((band.hi - band.lo) / total) * fold.height);
    const top = index === bands.length - 1 ? fold.y : Math.max(fold.y, snap(at - share, dpr));
    ctx.fillStyle = palette.tint(band.type);
    ctx.fillRect(fold.x, top, fold.width, at - top);
    at = top;
  });
  ctx.textAlign = 'left';
  const measure = (text: string) => ctx.measureText(text).width;
  const parts = bands.map((band) => `${band.label} ${formatBytes(band.hi - band.lo)}`);
  const text = fitText(`▸ ${parts.join(' · ')}, folded`, fold.width - 12, measure);
  ctx.fillStyle = palette.ink;
  ctx.fillText(text, fold.x + 6, fold.y + fold.height / 2);
}
