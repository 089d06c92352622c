/**
 * protobuf.js with code that it generates at run time from the dataset's .proto file. Static code comes from the same
 * generator and is about as fast, as its README says and shows in "Performance". Names, enums, dates, lists and maps
 * that have another shape in the .proto file are converted; this is timed, as in every protobuf row. An int64 is a Long,
 * the library's own type. https://github.com/protobufjs/protobuf.js#readme
 */
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { compileConversion } from '../kit/conversion.mjs';
import { Unsupported } from '../kit/errors.mjs';
import { isInherited } from '../kit/source.mjs';
import { fromValue, toValue } from './protobufjs/value.mjs';

const { Long } = protobuf.util;

export default {
  package: 'protobufjs',
  int64: {
    from: (value) => Long.fromBigInt(value),
    to: (value) => (Long.isLong(value) ? value.toBigInt() : undefined),
  },
  create({ model, artifacts }) {
    if (!artifacts.has('proto')) throw new Unsupported('there is no .proto file for this dataset');
    const { records, wrapper } = messageTypes(model, readFileSync(artifacts.get('proto'), 'utf8'));
    const outgoing = compileConversion(model, outgoingRules(model, records));
    const incoming = compileConversion(model, incomingRules(model, records));
    if (model.root.kind !== 'record') return wrapped(wrapper, outgoing, incoming);
    const Root = records.get(model.root.name);
    return {
      serialize: outgoing
        ? (document) => Root.encode(outgoing(document)).finish()
        : (document) => Root.encode(document).finish(),
      deserialize: incoming ? (bytes) => incoming(Root.decode(bytes)) : (bytes) => Root.decode(bytes),
    };
  },
};

function wrapped(Wrapper, outgoing, incoming) {
  return {
    serialize: outgoing
      ? (document) => Wrapper.encode({ value: outgoing(document) }).finish()
      : (document) => Wrapper.encode({ value: document }).finish(),
    deserialize: incoming
      ? (bytes) => incoming(Wrapper.decode(bytes).value)
      : (bytes) => Wrapper.decode(bytes).value,
  };
}

function messageTypes(model, text) {
  const { root, package: name } = protobuf.parse(text, { keepCase: true });
  root.addJSON(protobuf.common.get('google/protobuf/struct.proto').nested);
  root.resolveAll();
  const types = root.lookup(name).nestedArray.filter((nested) => nested instanceof protobuf.Type);
  const wrapper = model.root.kind === 'record' ? null : types.shift();
  return {
    wrapper,
    records: new Map([...model.records.keys()].map((record, index) => [record, types[index]])),
  };
}

/** The .proto file wraps nullable, optional and nested lists and maps in a message, since proto3 can't express them. */
const isWrapped = (place) => place !== 'required';

function outgoingRules(model, types) {
  const numbers = [...model.enums].map(([name, values]) => {
    return [name, Object.fromEntries(values.map((value, index) => [value, index + 1]))];
  });
  return {
    nameOut: (record, index) => types.get(record).fieldsById[index + 1].name,
    scalar: (type, value) => {
      if (type.kind === 'enum') return `numbers[${JSON.stringify(type.name)}][${value}]`;
      if (type.kind === 'any') return `toValue(${value})`;
      return type.kind === 'instant' ? `${value}.getTime()` : undefined;
    },
    wrap: (collection, place) => (isWrapped(place) ? `({ values: ${collection} })` : collection),
    scope: { numbers: Object.fromEntries(numbers), toValue },
  };
}

function incomingRules(model, types) {
  const values = [...model.enums].map(([name, strings]) => [name, [undefined, ...strings]]);
  return {
    nameIn: (record, index) => types.get(record).fieldsById[index + 1].name,
    access: (field, name, source) => {
      const fallback = fallbackOf(field, name);
      if (fallback === undefined) return source;
      return `(Object.hasOwn(record, ${JSON.stringify(name)}) ? record[${JSON.stringify(name)}] : ${fallback})`;
    },
    scalar: (type, value) => {
      if (type.kind === 'enum') return `values[${JSON.stringify(type.name)}][${value}]`;
      if (type.kind === 'any') return `fromValue(${value})`;
      return type.kind === 'instant' ? `new Date(${value}.toNumber())` : undefined;
    },
    unwrap: (collection, place) => (isWrapped(place) ? `${collection}.values` : collection),
    scope: { values: Object.fromEntries(values), fromValue },
  };
}

/**
 * Returns an expression for the value of a field that the message lacks, if the message's default is wrong; undefined
 * otherwise. The default is a Long or an enum's number even if the field may be absent or null, an array for empty bytes,
 * and an inherited property for a name such as `constructor`.
 */
function fallbackOf({ type, presence }, name) {
  if (presence === 'required') return type.kind === 'bytes' ? 'Buffer.alloc(0)' : undefined;
  return isInherited(name) || ['int64', 'instant', 'enum'].includes(type.kind) ? 'null' : undefined;
}
