// Charts as a person uses them: pointing and clicking at a share of their width, and looking at what is painted where.
import { byId } from './viewer.mjs';

export const STRIPS = ['strip-chart-program', 'strip-chart-size', 'strip-chart-padding'];
export const CURVE = 'curve-chart';

/** Scrolls a chart into the middle and returns its box in the window. */
export async function boxOf(viewer, chart) {
  const element = await viewer.page.waitForSelector(byId(chart));
  await element.evaluate((e) => e.scrollIntoView({ block: 'center' }));
  return element.boundingBox();
}

/** Moves the pointer over a chart to `x` CSS pixels from its left edge. */
export async function pointAtPx(viewer, chart, x, share = 0.4) {
  const box = await boxOf(viewer, chart);
  const y = box.y + box.height * share;
  // Firefox has no event for a move to where the pointer already is.
  await viewer.page.mouse.move(box.x + x, y + 1);
  await viewer.page.mouse.move(box.x + x, y);
  await viewer.idle();
}

/** Moves the pointer over a chart to a share of its width. */
export async function pointAt(viewer, chart, share) {
  const { width } = await boxOf(viewer, chart);
  await pointAtPx(viewer, chart, width * share);
}

export async function pointAway(viewer) {
  await viewer.page.mouse.move(2, 2);
  await viewer.idle();
}

/** Presses and releases where the pointer is. */
export async function press(viewer, options) {
  await viewer.page.mouse.down(options);
  await viewer.page.mouse.up(options);
  await viewer.idle();
}

export async function clickAt(viewer, chart, share) {
  await pointAt(viewer, chart, share);
  await press(viewer);
}

const LAYERS = { data: 0, labels: 1, hover: 2 };

/**
 * What is painted on a layer of a chart: null if nothing, else its bounding box in CSS pixels, and for the column in its
 * middle the top of what is opaque and the colour there, halfway down.
 */
export function painted(viewer, chart, layer) {
  return viewer.page.$eval(
    byId(chart),
    (host, index) => {
      const canvas = host.querySelectorAll('canvas')[index];
      const { width, height } = canvas;
      const dpr = width / canvas.clientWidth;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const alpha = (x, y) => data[(y * width + x) * 4 + 3];
      let [left, right, top, bottom] = [width, -1, height, -1];
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (alpha(x, y) === 0) continue;
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
      }
      if (right < 0) return null;
      const middle = Math.floor((left + right) / 2);
      let opaque = top;
      while (opaque < bottom && alpha(middle, opaque) < 255) opaque++;
      const at = (Math.floor((opaque + bottom) / 2) * width + middle) * 4;
      return {
        left: left / dpr,
        right: (right + 1) / dpr,
        top: top / dpr,
        bottom: (bottom + 1) / dpr,
        opaqueTop: opaque / dpr,
        color: [...data.slice(at, at + 3)],
      };
    },
    LAYERS[layer],
  );
}

/** A hash of a layer's pixels, to see whether a picture changed. */
export function pictureOf(viewer, chart, layer) {
  return viewer.page.$eval(
    byId(chart),
    (host, index) => {
      const canvas = host.querySelectorAll('canvas')[index];
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let hash = 0;
      for (const byte of data) hash = (Math.imul(hash, 31) + byte) | 0;
      return hash;
    },
    LAYERS[layer],
  );
}

/** Hue of an [r, g, b] in degrees. */
export function hue([r, g, b]) {
  const max = Math.max(r, g, b);
  const range = max - Math.min(r, g, b);
  if (range === 0) return 0;
  const sector = max === r ? (g - b) / range : max === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return (sector * 60 + 360) % 360;
}
