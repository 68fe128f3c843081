// The memory map: geometry, pictures stretched between viewports, free memory in a column, and what is drawn.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MiB } from '../base/bytes';
import { luminance, parseColor } from '../base/color';
import { COLOR_BY } from '../engine/orders';
import { MARGIN } from './curve_geometry';
import { drawLog, WORD_PALETTE } from './draw_log';
import { classColor, classVariable, type MapColorSet, pack } from './map_colors';
import { drawMap, drawMapLabels, type MapMarks } from './map_draw';
import { blockBox, FOLD_HEIGHT, freeRuns, inPlot, mapGeometry, stretch } from './map_geometry';
import { drawMapHover, type MapHover } from './map_hover';
import { drawMinimap, drawMinimapMarks, minimapGeometry } from './minimap_draw';

const paper = { width: 400 + MARGIN.left + MARGIN.right, height: 228, dpr: 1 };
const x = { from: 0, to: 100 };
const y = { from: 0, to: 100 * MiB };
const geometry = mapGeometry(paper, x, y, false);
const folded = mapGeometry(paper, x, { from: 20 * MiB, to: 100 * MiB }, true);

test('the plot is as wide as the curve’s, in whole device pixels', () => {
  assert.deepEqual([geometry.plot.x, geometry.plot.width], [MARGIN.left, 400]);
  assert.deepEqual([geometry.deviceWidth, geometry.deviceHeight], [400, 200]);
  const fine = mapGeometry({ ...paper, dpr: 1.5 }, x, y, false);
  assert.equal(fine.deviceWidth, 600);
  assert.equal(fine.plot.x * 1.5, Math.round(fine.plot.x * 1.5));
});

test('folding takes a strip from the bottom', () => {
  assert.equal(geometry.fold, null);
  assert.equal(folded.fold?.height, FOLD_HEIGHT);
  assert.ok(folded.plot.height < geometry.plot.height);
  assert.ok((folded.fold?.y ?? 0) > folded.plot.y + folded.plot.height);
});

test('a picture is copied to where it belongs', () => {
  const have = { x: { from: 0, to: 100 }, y: { from: 0, to: 100 } };
  const plot = { x: 10, y: 20, width: 200, height: 100 };
  assert.deepEqual(stretch(have, have, 50, 40, plot), { from: { x: 0, y: 0, width: 50, height: 40 }, to: plot });
  // Zoomed in to the upper right quarter: that quarter fills the plot.
  const quarter = { x: { from: 50, to: 100 }, y: { from: 50, to: 100 } };
  assert.deepEqual(stretch(have, quarter, 50, 40, plot), { from: { x: 25, y: 0, width: 25, height: 20 }, to: plot });
  // And back out: it covers a quarter of the plot.
  const out = stretch(quarter, have, 50, 40, plot);
  assert.deepEqual(out?.to, { x: 110, y: 20, width: 100, height: 50 });
  assert.equal(stretch(have, { x: { from: 100, to: 120 }, y: have.y }, 50, 40, plot), null);
});

test('blocks are cut to the plot and never too small to be seen', () => {
  const block = { start: 10, end: 20, lo: 25 * MiB, hi: 50 * MiB };
  assert.deepEqual(blockBox(geometry, block), { x: MARGIN.left + 40, y: geometry.plot.y + 100, width: 40, height: 50 });
  const tiny = blockBox(geometry, { start: 10, end: 10.001, lo: MiB, hi: MiB + 1 }, 3);
  assert.deepEqual([tiny?.width, tiny?.height], [3, 3]);
  assert.equal(blockBox(geometry, { ...block, start: 200, end: 300 }), null);
  assert.ok(inPlot(geometry.plot, { x: MARGIN.left, y: geometry.plot.y }));
  assert.ok(!inPlot(geometry.plot, { x: MARGIN.left - 1, y: geometry.plot.y }));
});

test('free rows of a column, from the extent down', () => {
  const white = pack([255, 255, 255]);
  const blue = pack([0, 0, 255]);
  const column = [white, white, blue, white, white, blue, white];
  const pixels = new Uint8ClampedArray(Uint32Array.from(column.flatMap((color) => [blue, color])).buffer);
  const runs = (top: number) => freeRuns(pixels, 2, 7, 1, white, top).map(({ from, to }) => [from, to]);
  assert.deepEqual(runs(2), [
    [3, 5],
    [6, 7],
  ]);
  assert.deepEqual(runs(-5)[0], [0, 2]);
  assert.deepEqual(freeRuns(pixels, 2, 7, 0, white, 0), []);
});

test('pictures lie on free memory, the finest last', () => {
  const { ctx, lines } = drawLog();
  const copies: number[][] = [];
  Object.assign(ctx, { drawImage: (_: unknown, ...values: number[]) => copies.push(values) });
  const image = { width: 400, height: 200 } as ImageData;
  const whole = { x, y, image, canvas: () => ({}) as CanvasImageSource };
  const half = { from: 0, to: 50 };
  // Its size is not the plot's (any more): stretched.
  const last = { ...whole, x: half, image: { width: 200, height: 100 } as ImageData };
  drawMap(ctx, paper, geometry, [whole, last], { x: half, y }, 'free');
  assert.equal(lines[0], `rect [free] ${MARGIN.left} ${geometry.plot.y} 400 200`);
  assert.deepEqual(copies[0]?.slice(0, 4), [0, 0, 200, 200]);
  assert.deepEqual(copies[1]?.slice(0, 4), [0, 0, 200, 100]);
  assert.deepEqual(copies[1]?.slice(4), [MARGIN.left, geometry.plot.y, 400, 200]);
});

test('the picture of just what is shown is put there as it is', () => {
  const { ctx, lines } = drawLog();
  const puts: unknown[] = [];
  Object.assign(ctx, { putImageData: (...values: unknown[]) => puts.push(values) });
  const image = { width: 400, height: 200 } as ImageData;
  drawMap(ctx, paper, geometry, [{ x, y, image, canvas: assert.fail }], { x, y }, 'free');
  assert.deepEqual(puts, [[image, MARGIN.left, geometry.plot.y]]);
  assert.deepEqual(lines, []);
});

const marks: MapMarks = {
  bands: [
    { label: 'Parameters', type: 0, lo: 0, hi: 20 * MiB },
    { label: 'Temporaries', type: 4, lo: 20 * MiB, hi: 100 * MiB },
  ],
  foldedBands: [],
  labels: [
    { name: 'fusion.1', start: 40, end: 80, lo: 40 * MiB, hi: 60 * MiB, ink: 'black' },
    { name: 'under the band’s name', start: 0, end: 40, lo: 88 * MiB, hi: 100 * MiB, ink: 'black' },
    { name: 'narrow', start: 50, end: 52, lo: 60 * MiB, hi: 80 * MiB, ink: 'black' },
  ],
  curve: null,
  limit: null,
};
const texts = (lines: readonly string[]) => lines.flatMap((line) => /^text .*"(.*)"/.exec(line)?.[1] ?? []);

test('axes, bands and the names that have room', () => {
  const { ctx, lines } = drawLog();
  drawMapLabels(ctx, paper, geometry, marks, WORD_PALETTE);
  const said = texts(lines);
  for (const text of ['0', '64 MiB', '20', 'Parameters 20.00 MiB', 'Temporaries 80.00 MiB', 'fusion.1']) {
    assert.ok(said.includes(text), `${text} in ${said.join(', ')}`);
  }
  assert.ok(!said.some((text) => text.startsWith('under') || text === 'narrow'));
});

test('the capacity: a line where the addresses reach it; all or nothing shaded where they do not', () => {
  const draw = (bytes: number) => {
    const { ctx, lines } = drawLog();
    drawMapLabels(
      ctx,
      paper,
      geometry,
      { ...marks, limit: { bytes, label: 'Capacity X', shaded: true } },
      WORD_PALETTE,
    );
    return { said: texts(lines), rects: lines.filter((line) => line.startsWith('rect [limit]')) };
  };
  const { to } = geometry.y.range;
  const within = draw(to / 2);
  assert.ok(within.said.includes('Capacity X'));
  assert.equal(within.rects.length, 2, 'shade and line');
  const above = draw(to * 2);
  assert.deepEqual(above.rects, []);
  assert.ok(!above.said.includes('Capacity X'));
  const { ctx, lines } = drawLog();
  const zoomed = { ...geometry, y: { ...geometry.y, range: { from: to / 2, to } } };
  drawMapLabels(
    ctx,
    paper,
    zoomed,
    { ...marks, limit: { bytes: to / 4, label: 'Capacity X', shaded: true } },
    WORD_PALETTE,
  );
  assert.ok(texts(lines).includes('Capacity X, below this part'));
});

test('folded bands are named in their strip', () => {
  const { ctx, lines } = drawLog();
  const [parameters, temporaries] = marks.bands;
  if (!parameters || !temporaries) return;
  drawMapLabels(ctx, paper, folded, { ...marks, bands: [temporaries], foldedBands: [parameters] }, WORD_PALETTE);
  assert.ok(texts(lines).includes('▸ Parameters 20.00 MiB, folded'));
  assert.ok(lines.some((line) => line.startsWith(`rect [tint 0] ${MARGIN.left} ${folded.fold?.y}`)));
});

const nothing: MapHover = {
  blocks: null,
  shown: -1,
  atPeak: false,
  cursor: -1,
  address: -1,
  selected: null,
  free: [],
};

test('the top layer: outlines, scrubber, range, free memory; and nothing when there is nothing', () => {
  const draw = (hover: Partial<MapHover>) => {
    const { ctx, lines } = drawLog();
    drawMapHover(ctx, paper, geometry, { ...nothing, ...hover }, WORD_PALETTE);
    return lines;
  };
  assert.deepEqual(draw({}), []);
  const blocks = {
    start: Float64Array.of(10, 60),
    end: Float64Array.of(20, 70),
    lo: Float64Array.of(25 * MiB, 25 * MiB),
    hi: Float64Array.of(50 * MiB, 50 * MiB),
  };
  const frames = draw({ blocks }).filter((line) => line.startsWith('frame [ink]'));
  assert.equal(frames[0], `frame [ink] ${MARGIN.left + 40} ${geometry.plot.y + 100} 40 50`);
  assert.equal(frames.length, 2);
  assert.ok(draw({ shown: 50 }).some((line) => line.startsWith(`rect [accent] ${MARGIN.left + 201}`)));
  assert.ok(draw({ shown: 50, atPeak: true }).some((line) => line.startsWith('rect [ink]')));
  const range = draw({ selected: { from: 80, to: 20 } })[0];
  assert.equal(range, `rect [accent] ${MARGIN.left + 80} ${geometry.plot.y} 240 200`);
  const free = draw({ cursor: 10, free: [{ from: 5, to: 9 }] })[0];
  assert.ok(free?.startsWith('rect [accent]') && free.endsWith(`${geometry.plot.y + 5} 9 4`), free);
});

test('the minimap shows the whole curve and a window', () => {
  const small = minimapGeometry({ width: paper.width, height: 30, dpr: 1 }, x, 10);
  const values = Float64Array.of(5, 10);
  const curve = {
    point: Float64Array.of(0, 50, 100),
    liveMin: values,
    liveMax: values,
    unpaddedMin: values,
    unpaddedMax: values,
    extentMax: values,
  };
  const { ctx, lines } = drawLog();
  drawMinimap(ctx, small, curve, 4, WORD_PALETTE);
  assert.ok(lines.includes(`area [tint 4] 6 ${MARGIN.left} 2 ${MARGIN.left + 400} 28`), lines.join('\n'));
  const marked = drawLog();
  const size = { width: paper.width, height: 30, dpr: 1 };
  const window = { from: 25, to: 50 };
  drawMinimapMarks(marked.ctx, size, small, { window, shown: -1, selected: null }, WORD_PALETTE);
  assert.ok(marked.lines.includes(`frame [accent] ${MARGIN.left + 100} 2 100 26`), marked.lines.join('\n'));
});

test('colours: types keep theirs, unnamed ones are grey, scales only grow', () => {
  const css = readFileSync('www/styles/tokens.css', 'utf8');
  const themes = css.split('}').filter((block) => block.includes('--life-0'));
  assert.equal(themes.length, 3);
  for (const theme of themes) {
    const read = (name: string) => parseColor(new RegExp(`--${name}: (#\\w+)`).exec(theme)?.[1] ?? '');
    const list = (name: string, count: number) => Array.from({ length: count }, (_, i) => read(`${name}-${i}`));
    const colors: MapColorSet = {
      types: list('type', 5),
      names: list('class', 10),
      other: read('class-other'),
      padding: list('waste', 5),
      lifetime: list('life', 5),
      free: read('map-free'),
    };
    assert.deepEqual(classColor(colors, COLOR_BY.type, 4, 'Temporary'), colors.types[4]);
    assert.deepEqual(classColor(colors, COLOR_BY.opcode, 10, 'other'), colors.other);
    assert.deepEqual(classColor(colors, COLOR_BY.layer, 0, 'none'), colors.other);
    for (const scale of [colors.padding, colors.lifetime]) {
      const away = scale.map((color) => Math.abs(luminance(color) - luminance(colors.free)));
      assert.deepEqual(
        away,
        away.toSorted((a, b) => a - b),
        'further and further from free memory',
      );
    }
  }
  assert.equal(classVariable(COLOR_BY.opcode, 10, 'other'), '--class-other');
  assert.equal(pack([1, 2, 3], 0), 0x00030201);
  assert.equal(pack([1, 2, 3]), 0xff030201);
});
