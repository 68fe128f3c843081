// Does it fit? What a memory space of a device holds, what others hold of it already, and what that leaves for the program.
// Shared by the page and the command line.
import { formatBytes } from './bytes';
import { type Chip, findChip } from './chips';

/** XLA's numbers of the memory spaces that a chip has a size for. */
export const HBM = 0;
const VMEM = 1;
const CMEM = 3;
const SMEM = 4;

/** How the size is known. */
export type Origin = 'typed' | 'chosen' | 'file' | 'error' | 'name';

export interface Capacity {
  /** The chip's name; "" if only a size is known. */
  readonly chip: string;
  readonly origin: Origin;
  readonly bytes: number;
  /** Of it, held by other modules and the runtime. */
  readonly baseline: number;
  /** What is left for this program. */
  readonly usable: number;
}

/** memory_viewer.d.ts' Chip: what files next to a module say. */
export interface ToldChip {
  readonly name: string;
  readonly memoryBytes: number | null;
  readonly reservedBytes: number | null;
  readonly scopedVmemBytes: number | null;
}

/** All that can say how large a memory space is. */
export interface CapacityFacts {
  readonly space: number;
  readonly told: ToldChip;
  /** VMEM: the largest scoped allocation, which comes on top of the space's own. */
  readonly scopedBytes: number;
  /** The chip that the person chose; null: as the files have it. */
  readonly chosen: Chip | null;
  /** What the person typed, or null. */
  readonly size: number | null;
  readonly baseline: number | null;
  /** From an out-of-memory message about this space. */
  readonly fromError: number | null;
}

/** What a device of the chip has of a memory space; null: not known, or it has none. */
export function sizeOf(chip: Chip | null, space: number): number | null {
  if (!chip) return null;
  const sizes: Readonly<Record<number, number | undefined>> = {
    [HBM]: chip.hbm,
    [VMEM]: chip.vmem,
    [CMEM]: chip.cmem,
    [SMEM]: chip.smem,
  };
  return sizes[space] ?? null;
}

/** Held by others unless the person says otherwise: what the file reserves; in VMEM, scoped allocations. */
export function presetBaseline({ space, told, scopedBytes }: CapacityFacts): number {
  if (space === HBM) return told.reservedBytes ?? 0;
  return space === VMEM ? (told.scopedVmemBytes ?? scopedBytes) : 0;
}

/** The capacity by the best that is known; null: nothing is. */
export function capacityOf(facts: CapacityFacts): Capacity | null {
  const { space, told, chosen } = facts;
  const known = (chip: string, origin: Origin, bytes: number | null): Capacity | null => {
    if (bytes === null) return null;
    const baseline = facts.baseline ?? presetBaseline(facts);
    return { chip, origin, bytes, baseline, usable: Math.max(0, bytes - baseline) };
  };
  if (facts.size !== null) return known('', 'typed', facts.size);
  if (chosen) return known(chosen.name, 'chosen', sizeOf(chosen, space));
  const chip = findChip(told.name);
  return (
    known(chip?.name ?? told.name, 'file', space === HBM ? told.memoryBytes : null) ??
    known(chip?.name ?? told.name, 'error', facts.fromError) ??
    known(chip?.name ?? '', 'name', sizeOf(chip, space))
  );
}

/** memory_viewer.d.ts' OomReport, as far as it tells capacities. */
export interface ToldError {
  readonly isError: boolean;
  readonly kind: string;
  readonly space: string;
  readonly capacityBytes: number | null;
  readonly program: string;
}

const NAMES: Readonly<Record<string, number>> = { hbm: HBM, vmem: VMEM, cmem: CMEM, smem: SMEM };

/** The capacity of a space according to out-of-memory messages from compiling the module; null: none tells. */
export function errorCapacity(errors: readonly ToldError[], space: number, module: string): number | null {
  const about = errors.find(
    ({ isError, kind, space: name, capacityBytes, program }) =>
      isError &&
      (kind === 'compile' || kind === 'allocation') &&
      NAMES[name.toLowerCase()] === space &&
      capacityBytes !== null &&
      (program === '' || program === module),
  );
  return about?.capacityBytes ?? null;
}

export interface Fit {
  readonly bytes: number;
  readonly fits: boolean;
  /** Bytes left over; negative: bytes too many. */
  readonly spare: number;
}

/** Needing exactly what there is fits. */
export function fit(bytes: number, usable: number): Fit {
  return { bytes, fits: bytes <= usable, spare: usable - bytes };
}

/** "TPU v5e (15.75 GiB usable)", "80.00 GiB − 2.00 GiB held by others". */
export function capacityName({ chip, bytes, baseline, usable }: Capacity): string {
  const size = baseline > 0 ? `${formatBytes(bytes)} − ${formatBytes(baseline)} held` : formatBytes(bytes);
  const left = baseline > 0 ? ` = ${formatBytes(usable)}` : '';
  return chip ? `${chip} (${size}${left} usable)` : `${size}${left}`;
}

function byHow({ fits, spare }: Fit): string {
  return fits ? `${formatBytes(spare)} to spare` : `${formatBytes(-spare)} over`;
}

/** The answer in one sentence, by what the device reserves. */
export function verdict(capacity: Capacity, allocated: Fit): string {
  const name = capacityName(capacity);
  return allocated.fits ? `Fits in ${name} with ${byHow(allocated)}` : `Does not fit in ${name}: ${byHow(allocated)}`;
}

/** What the sentence is about, and the same for what is live at once. (In VMEM more can be live than is allocated.) */
export function verdictDetail(allocated: Fit, live: Fit): string {
  const how = live.bytes > allocated.bytes ? 'of buffers that overlap' : byHow(live);
  return `Allocated ${formatBytes(allocated.bytes)}; live peak ${formatBytes(live.bytes)}, ${how}`;
}
