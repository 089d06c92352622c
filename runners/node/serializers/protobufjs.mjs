/**
 * protobuf.js by reflection on the dataset's .proto: its README, "Performance", says that reflection and static code
 * share one generator of code, and its figures put them side by side. `encode` takes plain objects with the library's
 * own types ("Encode and decode"); names, enums, dates and lists that the .proto file has in another shape are
 * converted to and from these, and that counts as on any page about protobuf. An int64 is a Long, the library's own type.
 * https://github.com/protobufjs/protobuf.js#readme
 */
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { compileConversion } from '../kit/conversion.mjs';
import { Unsupported } from '../kit/errors.mjs';

const { Long } = protobuf.util;

export default {
  package: 'protobufjs',
  int64: {
    from: (value) => Long.fromBigInt(value),
    to: (value) => (Long.isLong(value) ? value.toBigInt() : undefined),
  },
  create({ model, artifacts }) {
    if (!artifacts.has('proto')) throw new Unsupported('there is no .proto file for this dataset');
    const types = messageTypes(model, readFileSync(artifacts.get('proto'), 'utf8'));
    const Root = types.get(model.root);
    const outgoing = compileConversion(model, outgoingRules(model, types));
    const incoming = compileConversion(model, incomingRules(model, types));
    return {
      serialize: outgoing
        ? (document) => Root.encode(outgoing(document)).finish()
        : (document) => Root.encode(document).finish(),
      deserialize: incoming ? (bytes) => incoming(Root.decode(bytes)) : (bytes) => Root.decode(bytes),
    };
  },
};

/** The message type of each record: the file has one for each, in the model's order, before any other. */
function messageTypes(model, text) {
  let namespace = protobuf.parse(text, { keepCase: true }).root;
  while (!namespace.nestedArray.some((nested) => nested instanceof protobuf.Type)) {
    namespace = namespace.nestedArray[0];
  }
  namespace.root.resolveAll();
  const types = namespace.nestedArray.filter((nested) => nested instanceof protobuf.Type);
  return new Map(Object.keys(model.records).map((name, index) => [name, types[index]]));
}

/** The .proto file has lists in a message of their own where proto3 has no other way. */
const isWrapped = (place) => place !== 'required';

function outgoingRules(model, types) {
  const numbers = Object.entries(model.enums).map(([name, values]) => {
    return [name, Object.fromEntries(values.map((value, index) => [value, index + 1]))];
  });
  return {
    nameOut: (record, index) => types.get(record).fieldsById[index + 1].name,
    scalar: (type, value) => {
      if (type.kind === 'enum') return `numbers[${JSON.stringify(type.name)}][${value}]`;
      return type.kind === 'date-time' ? `${value}.getTime()` : undefined;
    },
    wrap: (list, place) => (isWrapped(place) ? `({ values: ${list} })` : list),
    scope: { numbers: Object.fromEntries(numbers) },
  };
}

function incomingRules(model, types) {
  const values = Object.entries(model.enums).map(([name, strings]) => [name, [undefined, ...strings]]);
  return {
    nameIn: (record, index) => types.get(record).fieldsById[index + 1].name,
    access: (field, name, source) => {
      const fallback = fallbackOf(field);
      return fallback === undefined ? source : `(Object.hasOwn(record, ${name}) ? ${source} : ${fallback})`;
    },
    scalar: (type, value) => {
      if (type.kind === 'enum') return `values[${JSON.stringify(type.name)}][${value}]`;
      return type.kind === 'date-time' ? `new Date(${value}.toNumber())` : undefined;
    },
    unwrap: (list, place) => (isWrapped(place) ? `${list}.values` : list),
    scope: { values: Object.fromEntries(values) },
  };
}

/**
 * What stands for a field that isn't in the message, where the message reads otherwise: a Long or an enum as its default
 * even where presence matters, empty bytes as an empty array.
 */
function fallbackOf({ type, presence }) {
  if (presence === 'required') return type.kind === 'bytes' ? 'Buffer.alloc(0)' : undefined;
  return ['int64', 'date-time', 'enum'].includes(type.kind) ? 'null' : undefined;
}
