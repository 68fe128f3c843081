// Makes large HloProtos of real ones: the same program several times over, one after the other, with fresh ids and names.
//
//   node tests/bench/generate/replicate.mjs HLO_PROTO MEGABYTES FILE
//
// Copies share the temporary allocations (they run one after the other, so their buffers do not overlap in time) and the heap
// simulator traces; parameters and the like are each copy's own. Fields that are not about ids or names stay as they are.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isMain } from '../../../tools/lib/run.mjs';
import { head, lengthOf, bytes as nested, number, varint } from '../../e2e/lib/wire.mjs';

/** Ids of copies are this far apart; real programs have fewer computations, and fewer of the rest. */
const COMPUTATIONS = 10_000;
const IDS = 10_000_000;
const HIGH = 2 ** 32;

function readVarint(bytes, at) {
  let value = 0;
  let scale = 1;
  for (let i = at; ; i++) {
    value += (bytes[i] & 127) * scale;
    if (bytes[i] < 128) return [value, i + 1];
    scale *= 128;
  }
}

/** [{field, type, value or bytes, raw}] of a message. Negative numbers do not occur in the fields that are looked into. */
function fieldsOf(bytes) {
  const out = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const [tag, next] = readVarint(bytes, at);
    const field = { field: Math.floor(tag / 8), type: tag % 8 };
    if (field.type === 0) {
      [field.value, at] = readVarint(bytes, next);
    } else if (field.type === 2) {
      const [length, from] = readVarint(bytes, next);
      field.bytes = bytes.subarray(from, from + length);
      at = from + length;
    } else {
      at = next + (field.type === 1 ? 8 : 4);
    }
    field.raw = bytes.subarray(start, at);
    out.push(field);
  }
  return out;
}

/**
 * Rewrites a message: `rules` maps field numbers to functions of its number or bytes that give the new one. `id` is the field
 * of a number that is left out where it is zero.
 */
function rewrite(bytes, rules, id = 0) {
  const fields = fieldsOf(bytes);
  const parts = fields.map((field) => {
    const rule = rules[field.field];
    if (!rule) return field.raw;
    return field.type === 0 ? number(field.field, rule(field.value)) : nested(field.field, rule(field.bytes));
  });
  if (id > 0 && !fields.some(({ field }) => field === id)) parts.push(number(id, rules[id](0)));
  return Buffer.concat(parts);
}

/** A repeated number, packed or not. */
const each = (map) => (value) => {
  if (typeof value === 'number') return map(value);
  const out = [];
  for (let at = 0; at < value.length; ) {
    const [one, next] = readVarint(value, at);
    out.push(varint(map(one)));
    at = next;
  }
  return Buffer.concat(out);
};

function copyRules(k) {
  const computation = (id) => id + k * COMPUTATIONS;
  // Newer files have the computation's id in an instruction's upper half.
  const instruction = (id) => (id >= HIGH ? id + k * COMPUTATIONS * HIGH : id + k * IDS);
  const buffer = (id) => id + k * IDS;
  const name = (bytes) => Buffer.concat([bytes, Buffer.from(`.copy${k}`)]);
  const instructions = (bytes) =>
    rewrite(bytes, { 1: name, 35: instruction, 36: each(instruction), 37: each(instruction), 38: each(computation) });
  const location = (bytes) => rewrite(bytes, { 2: (old) => (old.length > 0 ? name(old) : old), 4: instruction });
  return {
    computations: (bytes) => rewrite(bytes, { 1: name, 2: instructions, 5: computation, 6: instruction }),
    sequence: (bytes) => rewrite(bytes, { 1: computation, 2: (value) => rewrite(value, { 1: each(instruction) }) }),
    buffers: (bytes) => rewrite(bytes, { 1: buffer, 3: location }, 1),
    aliases: (bytes) => rewrite(bytes, { 1: buffer, 2: location }, 1),
    assigned: (bytes) => rewrite(bytes, { 1: buffer }, 1),
    event: (bytes) => rewrite(bytes, { 2: buffer, 4: name, 5: (id) => (id > 0 ? buffer(id) : id) }, 2),
  };
}

const WHOLE_PROGRAM = new Set([3, 5, 7, 12]); // thread-local, parameter, live out, constant
const isShared = (fields) => !fields.some(({ field, value }) => WHOLE_PROGRAM.has(field) && value === 1);

/** Parts of an HloProto of `copies` copies, to be written one after the other. */
export function replicate(proto, copies) {
  const top = fieldsOf(proto);
  const module = fieldsOf(top.find(({ field }) => field === 1).bytes);
  const assignment = fieldsOf(top.find(({ field }) => field === 3).bytes);
  const of = (fields, field) => fields.filter((one) => one.field === field).map(({ bytes }) => bytes);
  const all = Array.from({ length: copies }, (_, k) => (k === 0 ? null : copyRules(k)));
  const copied = (list, rule) => all.flatMap((rules) => (rules ? list.map(rules[rule]) : list));

  const computations = copied(of(module, 3), 'computations').map((bytes) => nested(3, bytes));
  const sequences = copied(
    of(module, 7).flatMap((bytes) => of(fieldsOf(bytes), 1)),
    'sequence',
  );
  const moduleParts = [
    ...module.filter(({ field }) => field !== 3 && field !== 7).map(({ raw }) => raw),
    ...computations,
    nested(7, Buffer.concat(sequences.map((bytes) => nested(1, bytes)))),
  ];

  const allocations = of(assignment, 3).map(fieldsOf);
  const allocationParts = all.flatMap((rules, k) =>
    allocations.flatMap((fields, i) => {
      if (rules && isShared(fields)) return [];
      const own = fields.filter(({ field }) => field !== 9 && !(rules && field === 1)).map(({ raw }) => raw);
      const assigned = of(fields, 9);
      const held = isShared(fields) ? copied(assigned, 'assigned') : rules ? assigned.map(rules.assigned) : assigned;
      if (rules) own.unshift(number(1, i + k * allocations.length));
      return [nested(3, Buffer.concat([...own, ...held.map((bytes) => nested(9, bytes))]))];
    }),
  );
  const traces = of(assignment, 4).map((bytes) => {
    const fields = fieldsOf(bytes);
    const events = copied(of(fields, 1), 'event').map((event) => nested(1, event));
    return nested(4, Buffer.concat([...events, ...fields.filter(({ field }) => field !== 1).map(({ raw }) => raw)]));
  });
  const assignmentParts = [
    ...copied(of(assignment, 1), 'buffers').map((bytes) => nested(1, bytes)),
    ...copied(of(assignment, 2), 'aliases').map((bytes) => nested(2, bytes)),
    ...allocationParts,
    ...traces,
  ];
  return [head(1, lengthOf(moduleParts)), ...moduleParts, head(3, lengthOf(assignmentParts)), ...assignmentParts];
}

/** Writes about `size` bytes. */
export function writeReplicated(source, size, path) {
  const proto = readFileSync(source);
  const file = openSync(path, 'w');
  let pending = [];
  let bytes = 0;
  const flush = () => {
    const whole = Buffer.concat(pending);
    for (let done = 0; done < whole.length; ) done += writeSync(file, whole, done);
    pending = [];
    bytes = 0;
  };
  for (const part of replicate(proto, Math.max(1, Math.round(size / proto.length)))) {
    pending.push(part);
    bytes += part.length;
    if (bytes > 1 << 24) flush();
  }
  flush();
  closeSync(file);
}

if (isMain(import.meta.url)) {
  const [source, megabytes, path] = process.argv.slice(2);
  writeReplicated(source, Number(megabytes) * 1e6, path);
}
