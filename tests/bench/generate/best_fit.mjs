// A best-fit allocator: the smallest free range that is large enough, the lowest of equal ones; else memory grows. Free
// ranges stand in bins by size, neighbours are joined.

const FINE = 4; // bins per power of two

const binOf = (size) => Math.floor(Math.log2(size) * FINE);

export class BestFit {
  top = 0;
  #bins = [];
  #byStart = new Map(); // start → size of a free range
  #byEnd = new Map(); // end → start

  #add(start, size) {
    this.#byStart.set(start, size);
    this.#byEnd.set(start + size, start);
    const bin = binOf(size);
    this.#bins[bin] ??= new Set();
    this.#bins[bin].add(start);
  }
  #remove(start) {
    const size = this.#byStart.get(start);
    this.#byStart.delete(start);
    this.#byEnd.delete(start + size);
    this.#bins[binOf(size)].delete(start);
    return size;
  }
  /** The best range of a bin, or -1. */
  #best(bin, size) {
    let best = -1;
    let bestSize = Number.POSITIVE_INFINITY;
    for (const start of this.#bins[bin] ?? []) {
      const has = this.#byStart.get(start);
      if (has >= size && (has < bestSize || (has === bestSize && start < best))) {
        best = start;
        bestSize = has;
      }
    }
    return best;
  }

  /** Returns the offset. */
  allocate(size) {
    for (let bin = binOf(size); bin < this.#bins.length; bin++) {
      const start = this.#best(bin, size);
      if (start < 0) continue;
      const has = this.#remove(start);
      if (has > size) this.#add(start + size, has - size);
      return start;
    }
    // The last free range, if it ends at the top, grows.
    const last = this.#byEnd.get(this.top);
    if (last !== undefined) this.#remove(last);
    const start = last ?? this.top;
    this.top = start + size;
    return start;
  }

  free(start, size) {
    let from = start;
    let to = start + size;
    const before = this.#byEnd.get(from);
    if (before !== undefined) {
      this.#remove(before);
      from = before;
    }
    const after = this.#byStart.get(to);
    if (after !== undefined) to += this.#remove(to);
    this.#add(from, to - from);
  }
}
