// The two ways of drawing that the map is measured against, in a bare page: runs in the browser (as text), so it uses
// nothing from outside. Blocks come as one Float64Array: columns x0, x1, y0, y1, colour class.

/** Draws a viewport as XProf draws: one fillRect per block, state saved and restored around each. */
function savedPerBlock(ctx, blocks, view, width, height, colors) {
  const { n, x0, x1, y0, y1, color } = blocks;
  const sx = width / (view.x1 - view.x0);
  const sy = height / (view.y1 - view.y0);
  ctx.clearRect(0, 0, width, height);
  for (let i = 0; i < n; i++) {
    ctx.save();
    ctx.fillStyle = colors[color[i]];
    ctx.fillRect((x0[i] - view.x0) * sx, (view.y1 - y1[i]) * sy, (x1[i] - x0[i]) * sx, (y1[i] - y0[i]) * sy);
    ctx.restore();
  }
}

/** One fillRect per block in view, one colour after the other. */
function groupedByColor(ctx, blocks, view, width, height, colors) {
  const { groups, x0, x1, y0, y1 } = blocks;
  const sx = width / (view.x1 - view.x0);
  const sy = height / (view.y1 - view.y0);
  ctx.clearRect(0, 0, width, height);
  for (let c = 0; c < groups.length; c++) {
    ctx.fillStyle = colors[c];
    for (const i of groups[c]) {
      if (x1[i] <= view.x0 || x0[i] >= view.x1 || y1[i] <= view.y0 || y0[i] >= view.y1) continue;
      ctx.fillRect((x0[i] - view.x0) * sx, (view.y1 - y1[i]) * sy, (x1[i] - x0[i]) * sx, (y1[i] - y0[i]) * sy);
    }
  }
}

/** In the page: fetches the blocks and puts `drawBaseline(which, view)` on the window; it returns milliseconds. */
async function setUp(width, height, colors) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  document.body.append(canvas);
  const ctx = canvas.getContext('2d');
  const all = new Float64Array(await (await fetch('/blocks')).arrayBuffer());
  const n = all.length / 5;
  const column = (k) => all.subarray(k * n, (k + 1) * n);
  const color = Uint8Array.from(column(4));
  const groups = colors.map((_, c) => Uint32Array.from(color.keys().filter((i) => color[i] === c)));
  const blocks = { n, x0: column(0), x1: column(1), y0: column(2), y1: column(3), color, groups };
  window.drawBaseline = (which, view) => {
    const draw = which === 'saved' ? savedPerBlock : groupedByColor;
    const start = performance.now();
    draw(ctx, blocks, view, width, height, colors);
    ctx.getImageData(0, 0, 1, 1); // what was recorded is painted now
    return performance.now() - start;
  };
}

/** The page's script. */
export const BASELINE_SCRIPT = [savedPerBlock, groupedByColor, setUp].map(String).join('\n');
