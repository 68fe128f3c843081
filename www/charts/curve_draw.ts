// Draws the curve chart: live bytes over program order as a filled step curve whose colours are the allocation types, the
// unpadded and extent lines, the allocated total, axes, the peak, and on the hover layer lifetimes and the cursor.
import type { Curve } from '#wasm/memory_viewer.js';
import { formatBytes } from '../base/bytes';
import { type Range, toPx } from '../base/range';
import { byteTicks, pointTicks } from '../base/ticks';
import type { CurveGeometry } from './curve_geometry';
import { pointPx } from './curve_geometry';
import { type Box, placeLabels } from './labels';
import { drawLimitLine, type Limit, limitPx, shadeAbove } from './limit_draw';
import { drawSelectedRange } from './map_hover';
import type { Palette } from './palette';
import { addSteps } from './steps';
import type { Paper } from './surface';
import { snap, snapLine } from './surface';

/** A flat band at the bottom: memory that is there for the whole program. */
export interface Band {
  readonly type: number;
  readonly label: string;
  readonly bytes: number;
}

export interface CurvePicture {
  readonly curve: Curve;
  readonly bands: readonly Band[];
  readonly temporaryType: number;
  /** What the x axis counts: "program point". */
  readonly xName: string;
  readonly totalBytes: number;
  readonly showUnpadded: boolean;
  readonly showExtent: boolean;
  /** -1: a flat curve, every point is the peak. */
  readonly peakPoint: number;
  readonly peakBytes: number;
  /** Up to where it fits; null: not known. */
  readonly limit: Limit | null;
}

/** What the pointer or the selection puts on top. */
export interface CurveHover {
  readonly lifetimes: readonly { readonly start: number; readonly end: number }[];
  readonly bytes: number;
  readonly type: number;
  readonly shade: number;
  /** Program point of the cursor and the live bytes there; -1: none. */
  readonly cursor: number;
  readonly cursorBytes: number;
  /** The chosen point when it isn't the peak; -1: none. */
  readonly shown: number;
  /** The range between whose ends changes are shown. */
  readonly selected: Range | null;
}

type Ctx = CanvasRenderingContext2D;
type Series = { readonly length: number; readonly [index: number]: number };

function area(ctx: Ctx, picture: CurvePicture, values: Series, geometry: CurveGeometry, base: number): void {
  const { x, y } = geometry;
  const { point } = picture.curve;
  ctx.beginPath();
  ctx.moveTo(toPx(x, point[0] as number), toPx(y, base));
  addSteps(ctx, point, values, x, y);
  ctx.lineTo(toPx(x, point[values.length] as number), toPx(y, base));
  ctx.closePath();
  ctx.fill();
}

function line(ctx: Ctx, picture: CurvePicture, values: Series, geometry: CurveGeometry): void {
  ctx.beginPath();
  addSteps(ctx, picture.curve.point, values, geometry.x, geometry.y);
  ctx.stroke();
}

function clipToPlot(ctx: Ctx, plot: Box): void {
  ctx.beginPath();
  ctx.rect(plot.x, plot.y - 1, plot.width, plot.height + 1);
  ctx.clip();
}

export function drawCurve(
  ctx: Ctx,
  paper: Paper,
  geometry: CurveGeometry,
  picture: CurvePicture,
  palette: Palette,
): void {
  const { plot, y } = geometry;
  const { dpr } = paper;
  ctx.fillStyle = palette.grid;
  for (const tick of byteTicks(y.range, geometry.byteTicks)) {
    ctx.fillRect(plot.x, snapLine(toPx(y, tick.value), dpr) - 0.5 / dpr, plot.width, 1 / dpr);
  }
  ctx.save();
  clipToPlot(ctx, plot);
  const base = picture.bands.reduce((sum, band) => sum + band.bytes, 0);
  // The part above the bands is temporaries. Where one column covers many points, the span between the lowest and the
  // highest of them is paler: somewhere in it the curve goes up and down.
  const { curve } = picture;
  ctx.fillStyle = palette.tint(picture.temporaryType);
  ctx.globalAlpha = 0.55;
  area(ctx, picture, curve.liveMax, geometry, base);
  ctx.globalAlpha = 1;
  area(ctx, picture, curve.liveMin, geometry, base);
  let from = 0;
  for (const band of picture.bands) {
    const bottom = snap(toPx(y, from), dpr);
    const top = snap(toPx(y, from + band.bytes), dpr);
    ctx.fillStyle = palette.tint(band.type);
    ctx.fillRect(plot.x, top, plot.width, bottom - top);
    from += band.bytes;
  }
  ctx.lineJoin = 'bevel'; // no spikes where it goes up and down by the pixel
  if (picture.showExtent) {
    ctx.strokeStyle = palette.muted;
    ctx.lineWidth = 1;
    ctx.setLineDash([1, 2]);
    line(ctx, picture, curve.extentMax, geometry);
  }
  ctx.setLineDash([]);
  // Under the live line: where there is no padding the two are the same and one line is enough.
  if (picture.showUnpadded) {
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 1;
    ctx.setLineDash([4, 3]);
    line(ctx, picture, curve.unpaddedMax, geometry);
    ctx.setLineDash([]);
  }
  ctx.strokeStyle = palette.line(picture.temporaryType);
  ctx.lineWidth = 1.5;
  line(ctx, picture, curve.liveMax, geometry);
  ctx.restore();
  if (picture.limit) shadeAbove(ctx, plot, y, picture.limit, palette);
}

const LINE = 14;
/** Plots at least this wide say what their x axis counts. */
const NAMED_FROM_PX = 380;

export function drawCurveLabels(
  ctx: Ctx,
  paper: Paper,
  geometry: CurveGeometry,
  picture: CurvePicture,
  palette: Palette,
): void {
  const { plot, x, y } = geometry;
  const { dpr } = paper;
  const bottom = plot.y + plot.height;
  ctx.font = palette.font;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = palette.muted;
  ctx.textAlign = 'right';
  for (const tick of byteTicks(y.range, geometry.byteTicks)) {
    ctx.fillText(tick.label, plot.x - 8, toPx(y, tick.value));
  }
  // What x counts, at its end; a tick under it keeps its mark only. Narrow charts need the room for numbers.
  let end = plot.x + plot.width;
  if (plot.width >= NAMED_FROM_PX) {
    const name = `${picture.xName} →`;
    ctx.fillText(name, end, bottom + 13);
    end -= ctx.measureText(name).width + 8;
  }
  ctx.textAlign = 'center';
  for (const tick of pointTicks(x.range, geometry.pointTicks)) {
    const at = toPx(x, tick.value);
    ctx.fillRect(snapLine(at, dpr) - 0.5 / dpr, bottom, 1 / dpr, 4);
    const half = ctx.measureText(tick.label).width / 2;
    const middle = Math.min(Math.max(at, plot.x + half), plot.x + plot.width - half);
    if (middle + half <= end) ctx.fillText(tick.label, middle, bottom + 13);
  }
  ctx.fillRect(plot.x, snap(bottom, dpr), plot.width, 1 / dpr);

  const frame: Box = { x: plot.x, y: 0, width: plot.width, height: bottom };
  const labels: { text: string; color: string; rim: boolean; places: Box[] }[] = [];
  const box = (text: string, left: number, top: number): Box => ({
    x: left,
    y: top,
    width: ctx.measureText(text).width,
    height: LINE,
  });

  // The peak: a dot on the curve and its label on whichever side has room.
  const peakX = pointPx(geometry, picture.peakPoint);
  const taken: Box[] = [];
  const totalShown = picture.totalBytes > 0 && picture.totalBytes <= y.range.to;
  const totalY = toPx(y, picture.totalBytes);
  const limitY = picture.limit && limitPx(y, picture.limit);
  if (limitY !== null) taken.push({ x: plot.x, y: limitY - 1, width: plot.width, height: 2 });
  if (totalShown) taken.push({ x: plot.x, y: totalY, width: plot.width, height: 1 });
  if (picture.peakPoint >= 0 && peakX >= plot.x && peakX <= plot.x + plot.width) {
    const peakY = toPx(y, picture.peakBytes);
    ctx.fillStyle = palette.ink;
    ctx.beginPath();
    ctx.arc(peakX, peakY, 3.5, 0, 2 * Math.PI);
    ctx.fill();
    taken.push({ x: peakX - 4, y: peakY - 4, width: 8, height: 8 });
    ctx.font = `600 ${palette.font}`;
    const text = `Peak ${formatBytes(picture.peakBytes)}`;
    const width = ctx.measureText(text).width;
    const middle = Math.min(Math.max(peakX - width / 2, plot.x), plot.x + plot.width - width);
    labels.push({
      text,
      color: palette.ink,
      rim: true,
      places: [
        box(text, peakX + 8, peakY - LINE - 1),
        box(text, peakX - width - 8, peakY - LINE - 1),
        // The allocation's line is often just above the peak: then on top of that.
        ...(totalShown ? [box(text, middle, Math.min(totalY - 2.5, peakY - 6.5) - LINE)] : []),
        box(text, peakX + 8, peakY - LINE / 2),
        box(text, peakX - width - 8, peakY - LINE / 2),
        box(text, middle, peakY + 7),
      ],
    });
  }
  if (totalShown) {
    ctx.strokeStyle = palette.muted;
    ctx.lineWidth = 1;
    ctx.setLineDash([6, 4]);
    ctx.beginPath();
    ctx.moveTo(plot.x, snapLine(totalY, dpr));
    ctx.lineTo(plot.x + plot.width, snapLine(totalY, dpr));
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.font = palette.font;
    const text = `Allocated ${formatBytes(picture.totalBytes)}`;
    const right = plot.x + plot.width - ctx.measureText(text).width - 4;
    const above = totalY - LINE - 2.5;
    const below = totalY + 3.5;
    labels.push({
      text,
      color: palette.muted,
      rim: true,
      places: [above, below].flatMap((top) => [box(text, right, top), box(text, plot.x + 6, top)]),
    });
  }
  ctx.font = palette.font;
  if (picture.limit) {
    const text = limitY === null ? `${picture.limit.label}, above this chart` : picture.limit.label;
    const right = plot.x + plot.width - ctx.measureText(text).width - 4;
    const tops = limitY === null ? [4, plot.y + 2] : [limitY - LINE - 3, limitY + 4];
    if (limitY !== null) drawLimitLine(ctx, dpr, plot, limitY, palette);
    labels.push({
      text,
      color: limitY === null ? palette.muted : palette.limit,
      rim: true,
      places: tops.flatMap((top) => [box(text, plot.x + 6, top), box(text, right, top)]),
    });
  }
  let from = 0;
  for (const band of picture.bands) {
    const middle = toPx(y, from + band.bytes / 2);
    const height = toPx(y, from) - toPx(y, from + band.bytes);
    from += band.bytes;
    if (height < LINE) continue;
    const text = `${band.label} ${formatBytes(band.bytes)}`;
    labels.push({ text, color: palette.ink, rim: false, places: [box(text, plot.x + 8, middle - LINE / 2)] });
  }
  const placed = placeLabels(
    labels.map((label) => label.places),
    frame,
    taken,
  );
  ctx.textAlign = 'left';
  placed.forEach((place, index) => {
    const label = labels[index];
    if (!place || !label) return;
    ctx.font = index === 0 && label.text.startsWith('Peak') ? `600 ${palette.font}` : palette.font;
    // A rim in the surface's colour keeps text readable across lines.
    ctx.strokeStyle = palette.surface;
    ctx.lineWidth = 3;
    if (label.rim) ctx.strokeText(label.text, place.x, place.y + LINE / 2);
    ctx.fillStyle = label.color;
    ctx.fillText(label.text, place.x, place.y + LINE / 2);
  });
}

export function drawCurveHover(
  ctx: Ctx,
  paper: Paper,
  geometry: CurveGeometry,
  hover: CurveHover,
  palette: Palette,
): void {
  const { plot, x, y } = geometry;
  const { dpr } = paper;
  const bottom = plot.y + plot.height;
  ctx.save();
  clipToPlot(ctx, plot);
  // The buffer's lifetime in its colour; as high as it is large, but never too low to be seen.
  const top = Math.min(toPx(y, hover.bytes), bottom - 3);
  for (const { start, end } of hover.lifetimes) {
    const left = snap(toPx(x, start), dpr);
    const right = Math.max(left + 2, snap(toPx(x, end), dpr));
    ctx.globalAlpha = 0.18;
    ctx.fillStyle = palette.solid(hover.type, hover.shade);
    ctx.fillRect(left, plot.y, right - left, top - plot.y);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, snap(top, dpr), right - left, bottom - snap(top, dpr));
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 1;
    ctx.strokeRect(snapLine(left, dpr), snapLine(top, dpr), Math.max(1, right - left - 1 / dpr), bottom - top + 2);
  }
  if (hover.selected) drawSelectedRange(ctx, toPx(x, hover.selected.from), toPx(x, hover.selected.to), plot, palette);
  if (hover.shown >= 0) vertical(ctx, pointPx(geometry, hover.shown), plot, dpr, palette.accent, 2);
  if (hover.cursor >= 0) {
    const at = pointPx(geometry, hover.cursor);
    vertical(ctx, at, plot, dpr, palette.muted, 1);
    ctx.fillStyle = palette.surface;
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.arc(at, toPx(y, hover.cursorBytes), 3.5, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

function vertical(ctx: Ctx, at: number, plot: Box, dpr: number, color: string, width: number): void {
  ctx.fillStyle = color;
  ctx.fillRect(snap(at - width / 2, dpr), plot.y, width, plot.height);
}
