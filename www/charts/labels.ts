// Label placement: each label brings the places it could go to, best first; it takes the first that lies inside the frame
// and touches nothing placed before, or is left out. Order in = importance.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function overlaps(a: Box, b: Box, gap = 0): boolean {
  return (
    a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap
  );
}

export function inside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** For each label (a list of possible boxes) the chosen box or null. `taken` are boxes nobody may cover. */
export function placeLabels(
  labels: readonly (readonly Box[])[],
  frame: Box,
  taken: readonly Box[] = [],
  gap = 2,
): (Box | null)[] {
  const used = [...taken];
  return labels.map((places) => {
    const place = places.find((box) => inside(box, frame) && !used.some((other) => overlaps(box, other, gap)));
    if (place) used.push(place);
    return place ?? null;
  });
}

/** Takes letters out of the middle: HLO names tell the kind at the front ("fusion") and which one at the end (".1735"). */
function shortened(text: string, letters: number): string {
  const tail = Math.ceil(letters * 0.6);
  return `${text.slice(0, letters - tail)}…${text.slice(text.length - tail)}`;
}

/** The text, as much of its beginning and end as fits, or "" when fewer than `least` letters would be left. */
export function fitText(text: string, width: number, measure: (text: string) => number, least = 7): string {
  if (measure(text) <= width) return text;
  let low = 0;
  let high = text.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(shortened(text, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  return low >= least ? shortened(text, low) : '';
}
