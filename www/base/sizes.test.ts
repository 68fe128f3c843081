// Typed sizes: the units of XLA's texts and of data sheets, and what is no size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GiB, KiB, MiB } from './bytes';
import { parseSize } from './sizes';

test('units are powers of 1024, however they are written', () => {
  for (const text of ['16GiB', '16 GiB', '16G', '16gb', ' 16 GB ', '16.0GiB', '17179869184', '17,179,869,184 bytes']) {
    assert.equal(parseSize(text), 16 * GiB, text);
  }
  assert.equal(parseSize('15.75G'), 15.75 * GiB);
  assert.equal(parseSize('512B'), 512);
  assert.equal(parseSize('1 byte'), 1);
  assert.equal(parseSize('38.7KiB'), Math.round(38.7 * KiB));
  assert.equal(parseSize('105.5m'), 105.5 * MiB);
  assert.equal(parseSize('1 610 612 736'), 1.5 * GiB);
  assert.equal(parseSize('0'), 0);
});

test('what is no size', () => {
  for (const text of ['', 'G', '-1G', '1.5.2', '1,61', '16 GiBs', 'TPU v5e', '1e9', '12 34', '9e99', '99999P', 'NaN']) {
    assert.equal(parseSize(text), null, text);
  }
});
