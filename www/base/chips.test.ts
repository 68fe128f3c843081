// Names of chips as files, profiles and people write them; and that the table is sane.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, GiB } from './bytes';
import { CHIPS, findChip } from './chips';

const found = (name: string) => findChip(name)?.name ?? null;

test('names from files, jax.devices() and people', () => {
  const names: Record<string, string> = {
    'TPU v5e': 'TPU v5e',
    'TPU v5 lite': 'TPU v5e',
    v5e: 'TPU v5e',
    'tpu-v5litepod': 'TPU v5e',
    'TPU v5': 'TPU v5p',
    'TPU v5p': 'TPU v5p',
    TPUv4: 'TPU v4',
    'TPU v6 lite': 'TPU v6e',
    TPU7x: 'TPU v7x',
    'NVIDIA H100 80GB HBM3': 'H100 80GB',
    'NVIDIA H100 PCIe': 'H100 80GB',
    'NVIDIA H100 NVL': 'H100 NVL',
    'NVIDIA H200': 'H200',
    'NVIDIA GH200 480GB': '',
    'NVIDIA GB200': 'GB200',
    'NVIDIA A100-SXM4-40GB': 'A100 40GB',
    'NVIDIA A100 80GB PCIe': 'A100 80GB',
    'a100 40 GB': 'A100 40GB',
    'Tesla V100-SXM2-16GB': 'V100 16GB',
    'NVIDIA L4': 'L4',
    'NVIDIA L40S': 'L40S',
    'NVIDIA GeForce RTX 4090': 'RTX 4090',
    'AMD Instinct MI300X': 'MI300X',
  };
  for (const [name, chip] of Object.entries(names)) assert.equal(found(name) ?? '', chip, name);
});

test('every chip is found by its own name', () => {
  for (const { name } of CHIPS) assert.equal(found(name), name);
});

test('what could be several chips, or none, is not guessed', () => {
  for (const name of ['A100', 'V100', 'TPU', 'TPU v4 lite', 'GPU', '', 'x86_64']) assert.equal(found(name), null, name);
});

test('a device has less than what is sold, and more than nine tenths of it', () => {
  for (const { name, sold, hbm } of CHIPS) {
    const nominal = Number(/^\d+/.exec(sold)?.[0]) * GiB;
    // TPU v5p's "95 GiB" is rounded down.
    const most = nominal + (name === 'TPU v5p' ? GiB : 0);
    assert.ok(hbm <= most && hbm > nominal * 0.88, `${name}: ${formatBytes(hbm)} of ${sold}`);
  }
});

test('every number has a source', () => {
  for (const { name, source } of CHIPS) assert.match(source, /^https:\/\/[\w./-]+$/, name);
});
