// What chips have of each memory, per device: what XLA compiles for, which is a core where each core of a chip is a device.
// HBM is what a program can get. On TPU that is what libtpu leaves after its own reserve, as its out-of-memory errors print it
// ("Used … of 15.75G hbm"); on GPU what the driver reports, which is a little less than what is sold. What is not publicly
// known is left out.
import { GiB, KiB, MiB } from './bytes';

interface OnChip {
  readonly vmem?: number;
  readonly smem?: number;
  readonly cmem?: number;
}

export interface Chip extends OnChip {
  readonly name: string;
  /** What is sold: "16 GiB per core, 2 cores per chip". */
  readonly sold: string;
  readonly hbm: number;
  /** Where that is said in public. */
  readonly source: string;
  /** The words of which one list is in every name of this chip; see findChip(). */
  readonly words: readonly string[];
}

// On-chip memories of TPUs are per core, and so are XLA's spaces, also where two cores are one device (v4, v5p):
// https://github.com/jax-ml/jax/blob/main/jax/_src/pallas/mosaic/tpu_info.py
const V2: OnChip = { vmem: 16 * MiB, smem: 16 * KiB };
const V4: OnChip = { vmem: 16 * MiB, smem: MiB, cmem: 64 * MiB };
const FULL: OnChip = { vmem: 128 * MiB, smem: MiB };
const HALF: OnChip = { vmem: 64 * MiB, smem: MiB };

const GITHUB = 'https://github.com/';
const CLOUD = 'https://docs.cloud.google.com/tpu/docs/';
// XLA's own descriptions of devices (device_memory_size).
const XLA = `${GITHUB}openxla/xla/blob/main/xla/backends/gpu/target_config/specs/`;
// Product pages, for what is sold. The number is what PyTorch's errors print ("GPU 0 has a total capacity of 139.80 GiB").
const NVIDIA = 'https://www.nvidia.com/en-us/';
const ROCM = 'https://rocm.docs.amd.com/en/latest/reference/gpu-specs.html';

/** The first list of words must be in the name, or one of the others ("v5e|v5 lite"). */
function chip(name: string, words: string, sold: string, hbm: number, source: string, more: OnChip = {}): Chip {
  return { name, words: words.split('|'), sold, hbm: Math.round(hbm), source, ...more };
}

const BY_CORE = 'per core, 2 cores per chip';
const TWO_CORES = 'per chip of 2 cores';

export const CHIPS: readonly Chip[] = [
  chip('TPU v2', 'v2', `8 GiB ${BY_CORE}`, 8 * GiB - 530 * MiB, `${GITHUB}sokrypton/ColabFold/issues/62`, V2),
  chip('TPU v3', 'v3', `16 GiB ${BY_CORE}`, 16 * GiB - 530 * MiB, `${GITHUB}LargeWorldModel/LWM/issues/60`, V2),
  chip('TPU v4', 'v4', `32 GiB ${TWO_CORES}`, 30.75 * GiB, `${GITHUB}AI-Hypercomputer/maxtext/pull/4117`, V4),
  chip(
    'TPU v5e',
    'v5e|v5 lite|v5litepod',
    '16 GiB per chip',
    15.75 * GiB,
    `${GITHUB}GoogleCloudPlatform/kubernetes-engine-samples/pull/1467`,
    FULL,
  ),
  // 95.74G, 31.25G and 94.75G are printed in many public logs; these pages say what is sold.
  chip('TPU v5p', 'v5p|tpu v5', `95 GiB ${TWO_CORES}`, 95.74 * GiB, `${CLOUD}v5p`, HALF),
  chip('TPU v6e', 'v6e|v6 lite|trillium', '32 GiB per chip', 31.25 * GiB, `${CLOUD}v6e`, FULL),
  chip('TPU v7x', 'v7x|7x|tpu v7|ironwood', `96 GiB ${BY_CORE}`, 94.75 * GiB, `${CLOUD}tpu7x`, HALF),

  chip('V100 16GB', 'v100 16gb', '16 GB', 16_935_682_048, `${XLA}v100.txtpb`),
  chip('V100 32GB', 'v100 32gb', '32 GB', 31.73 * GiB, `${NVIDIA}data-center/v100/`),
  chip('T4', 't4', '16 GB', 14.75 * GiB, `${NVIDIA}data-center/tesla-t4/`),
  chip('A100 40GB', 'a100 40gb', '40 GB', 42_331_013_120, `${XLA}a100_sxm_40.txtpb`),
  chip('A100 80GB', 'a100 80gb', '80 GB', 85_100_068_864, `${XLA}a100_sxm_80.txtpb`),
  chip('L4', 'l4', '24 GB', 22.03 * GiB, `${NVIDIA}data-center/l4/`),
  chip('L40S', 'l40s', '48 GB', 44.39 * GiB, `${NVIDIA}data-center/l40s/`),
  chip('H100 80GB', 'h100', '80 GB', 84_942_979_072, `${XLA}h100_sxm.txtpb`),
  chip('H100 NVL', 'h100 nvl|h100 94gb', '94 GB', 93.09 * GiB, `${NVIDIA}data-center/h100/`),
  chip('H200', 'h200', '141 GB', 139.8 * GiB, `${NVIDIA}data-center/h200/`),
  chip('B200', 'b200', '180 GB', 191_514_411_008, `${XLA}b200.txtpb`),
  chip('GB200', 'gb200', '186 GB', 197_897_748_480, `${XLA}gb200.txtpb`),
  chip('B300', 'b300', '288 GB', 297_021_865_984, `${XLA}b300.txtpb`),
  chip('RTX 4090', '4090', '24 GB', 23.64 * GiB, `${NVIDIA}geforce/graphics-cards/40-series/rtx-4090/`),
  chip('RTX 5090', '5090', '32 GB', 31.37 * GiB, `${GITHUB}Wan-Video/Wan2.1/issues/465`),
  chip('RTX A6000', 'a6000', '48 GB', 51_041_271_808, `${XLA}a6000.txtpb`),

  chip('MI250X', 'mi250x|mi250', '64 GiB per die, 2 dies per card', 67_628_957_696, `${XLA}mi200.txtpb`),
  chip('MI300X', 'mi300x', '192 GiB', 192 * GiB, ROCM),
  chip('MI325X', 'mi325x', '256 GiB', 256 * GiB, ROCM),
  chip('MI350X', 'mi350x|mi355x', '288 GiB', 288 * GiB, ROCM),
];

/** "NVIDIA A100-SXM4-40GB" → nvidia, a100, sxm4, 40gb; "TPUv5 lite" → tpu, v5, lite. */
function wordsOf(name: string): ReadonlySet<string> {
  const parted = name
    .toLowerCase()
    .replaceAll(/(\d)\s+gi?b/g, '$1gb')
    .replaceAll(/tpu(?=\S)/g, 'tpu ');
  return new Set(parted.match(/[a-z0-9]+/g));
}

/** The chip that a name means: of those whose words are all in it, the one with most of them. Null: none, or it could be
 *  several (an "A100" has 40 or 80 GB). */
export function findChip(name: string): Chip | null {
  const words = wordsOf(name);
  let best: Chip | null = null;
  let most = 0;
  for (const candidate of CHIPS) {
    for (const list of candidate.words) {
      const wanted = list.split(' ');
      if (!wanted.every((word) => words.has(word))) continue;
      // "TPU v4 lite" is another chip than v4.
      if (words.has('lite') && !wanted.includes('lite') && /^TPU/.test(candidate.name)) continue;
      if (wanted.length > most) {
        best = candidate;
        most = wanted.length;
      }
    }
  }
  return best;
}
