// Flags and file names in sentences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeWords } from './code_words';

const code = (sentence: string) =>
  codeWords(sentence)
    .filter((part) => part.code)
    .map((part) => part.text);

test('flags, with and without values', () => {
  assert.deepEqual(code('Run with XLA_FLAGS="--xla_dump_to=DIR --xla_dump_hlo_as_proto" and open it.'), [
    'XLA_FLAGS="--xla_dump_to=DIR',
    '--xla_dump_hlo_as_proto"',
  ]);
  assert.deepEqual(code('Written by --xla_dump_to.'), ['--xla_dump_to']);
});

test('file names, also shortened ones', () => {
  assert.deepEqual(code('Open DIR/…after_optimizations.hlo.pb; not module.txt. Or an .xplane.pb, maybe x.pb.gz.'), [
    'DIR/…after_optimizations.hlo.pb',
    'module.txt',
    '.xplane.pb',
    'x.pb.gz',
  ]);
});

test('nothing is lost', () => {
  const sentence = 'Plain, --flag here, a.hlo.pb there.';
  assert.equal(
    codeWords(sentence)
      .map((part) => part.text)
      .join(''),
    sentence,
  );
  assert.deepEqual(codeWords(''), []);
  assert.deepEqual(code('A range 1--2, an e.g. and a.b'), []);
});
