// The outline of a curve as an SVG path: steps, closed along the bottom. Pure.

/** `values` over `width`, the highest one touching the top. */
export function outlinePath(values: ArrayLike<number>, width: number, height: number): string {
  const columns = Array.from(values);
  const top = columns.reduce((a, b) => Math.max(a, b), 0);
  if (columns.length === 0 || top <= 0) return `M0 ${height}H${width}`;
  const round = (n: number) => Math.round(n * 100) / 100;
  const steps = columns.map((value, i) => {
    const y = round(height - (value / top) * (height - 1));
    return `V${y}H${round(((i + 1) / columns.length) * width)}`;
  });
  return `M0 ${height}${steps.join('')}V${height}Z`;
}
