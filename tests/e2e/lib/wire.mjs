// Protobuf's wire format, written by hand: for tests and benchmarks that need files no serialiser would write, or no memory
// would hold (there only the heads of fields are made here). Each returns a Buffer.

export function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}

export const number = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);

/** Tag and length of a field whose `length` bytes follow. */
export const head = (field, length) => Buffer.concat([varint(field * 8 + 2), varint(length)]);

/** A field of bytes, text or messages, put together. */
export function bytes(field, ...parts) {
  const whole = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return Buffer.concat([head(field, whole.length), whole]);
}

export const lengthOf = (parts) => parts.reduce((sum, part) => sum + part.length, 0);
