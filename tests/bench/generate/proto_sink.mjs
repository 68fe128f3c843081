// Writes protobuf as a stream. A message is a function that puts its fields into a sink; since its length comes before it,
// it runs twice: once into a sink that only counts. Counts of large messages are remembered, so that each level costs one
// more pass and not twice as many.

const LARGE = 1 << 16;

const utf8 = new TextEncoder();

function varintBytes(value) {
  let bytes = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes++;
  return bytes;
}

/** Counts the bytes that would be written. */
class CountingSink {
  bytes = 0;
  lengths;

  constructor(lengths) {
    this.lengths = lengths;
  }
  number(field, value) {
    this.bytes += varintBytes(field * 8) + varintBytes(value);
  }
  text(field, text) {
    this.bytes += varintBytes(field * 8) + varintBytes(text.length) + text.length;
  }
  packed(field, values) {
    let length = 0;
    for (const value of values) length += varintBytes(value);
    this.bytes += varintBytes(field * 8) + varintBytes(length) + length;
  }
  message(field, put) {
    const length = lengthOf(put, this.lengths);
    this.bytes += varintBytes(field * 8) + varintBytes(length) + length;
  }
}

function lengthOf(put, lengths) {
  const known = lengths.get(put);
  if (known !== undefined) return known;
  const counter = new CountingSink(lengths);
  put(counter);
  if (counter.bytes >= LARGE) lengths.set(put, counter.bytes);
  return counter.bytes;
}

/** Hands over what is put into it in pieces of about a megabyte. Texts must be ASCII. */
export class ByteSink {
  bytes = 0;
  #buffer = new Uint8Array(1 << 20);
  #at = 0;
  #write;
  #lengths = new Map();

  constructor(write) {
    this.#write = write;
  }
  #room(bytes) {
    if (this.#at + bytes > this.#buffer.length) this.end();
  }
  #varint(value) {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#buffer[this.#at++] = (rest % 128) | 128;
    this.#buffer[this.#at++] = rest;
  }
  number(field, value) {
    this.#room(20);
    this.#varint(field * 8);
    this.#varint(value);
  }
  text(field, text) {
    this.#room(20 + text.length);
    this.#varint(field * 8 + 2);
    this.#varint(text.length);
    utf8.encodeInto(text, this.#buffer.subarray(this.#at));
    this.#at += text.length;
  }
  packed(field, values) {
    this.#room(20 + values.length * 10);
    this.#varint(field * 8 + 2);
    let length = 0;
    for (const value of values) length += varintBytes(value);
    this.#varint(length);
    for (const value of values) this.#varint(value);
  }
  message(field, put) {
    this.#room(20);
    this.#varint(field * 8 + 2);
    this.#varint(lengthOf(put, this.#lengths));
    put(this);
  }
  end() {
    this.#write(this.#buffer.subarray(0, this.#at));
    this.bytes += this.#at;
    this.#at = 0;
  }
}
