// Formatting of sizes: rounding at unit borders, signs, decimals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, formatChange, formatExact, formatFactor, formatShare, GiB, KiB, MiB } from './bytes';

test('formatBytes picks the unit and as many decimals as the magnitude calls for', () => {
  assert.equal(formatBytes(0), '0 B');
  assert.equal(formatBytes(1023), '1023 B');
  assert.equal(formatBytes(1024), '1.00 KiB');
  assert.equal(formatBytes(1536), '1.50 KiB');
  assert.equal(formatBytes(336 * MiB), '336.0 MiB');
  assert.equal(formatBytes(12694122496), '11.82 GiB');
  assert.equal(formatBytes(105.5 * MiB), '105.5 MiB');
});

test('formatBytes never prints 1024 of a unit', () => {
  assert.equal(formatBytes(1024 * MiB - 1), '1.00 GiB');
  assert.equal(formatBytes(1023.99 * KiB), '1.00 MiB');
  assert.equal(formatBytes(1023 * KiB), '1023 KiB');
});

test('signs', () => {
  assert.equal(formatBytes(-3 * GiB), '−3.00 GiB');
  assert.equal(formatChange(64 * MiB), '+64.00 MiB');
  assert.equal(formatChange(0), '±0 B');
  assert.equal(formatExact(-1234567), '−1,234,567 bytes');
  assert.equal(formatExact(1), '1 byte');
});

test('formatShare does not round away what is there', () => {
  assert.equal(formatShare(0, 10), '0%');
  assert.equal(formatShare(1, 1e6), '<0.1%');
  assert.equal(formatShare(15, 1000), '1.5%');
  assert.equal(formatShare(9999, 10000), '99.9%');
  assert.equal(formatShare(10, 10), '100%');
  assert.equal(formatShare(1, 0), '0%');
});

test('formatFactor', () => {
  assert.equal(formatFactor(1), '1×');
  assert.equal(formatFactor(128), '128×');
  assert.equal(formatFactor(100.4), '100×');
  assert.equal(formatFactor(1.5), '1.5×');
  assert.equal(formatFactor(10), '10×');
  assert.equal(formatFactor(1.004), '1×');
});
