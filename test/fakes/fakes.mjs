/**
 * Serializers for test/data/person that each do one thing wrong, and one that does nothing wrong. They run in the Node
 * kit like any other.
 */
const number = (value) => (Object.is(value, -0) ? '-0.0' : String(value));
const text = JSON.stringify;

function write({ id, name, score, tags }) {
  return `{"id":${id},"name":${text(name)},"score":${number(score)},"tags":[${tags.map(text).join(',')}]}`;
}

/** Right for the one shape there is: the id is cut out before JSON.parse can round it. */
function read(document) {
  const id = BigInt(/^\{"id":(-?\d+)/.exec(document)[1]);
  return { ...JSON.parse(document), id };
}

const json = (operations) => ({ version: '1', create: () => operations() });

export const fakes = {
  honest: json(() => ({ serialize: write, deserialize: read })),
  'drops-a-field': json(() => ({
    serialize: ({ id, name, score }) => `{"id":${id},"name":${text(name)},"score":${number(score)}}`,
    deserialize(document) {
      const { tags, ...rest } = read(document);
      return rest;
    },
  })),
  'truncates-after-an-escape': json(() => ({
    serialize: (person) => write(person).replace(/(\\u....|\\.)[^"\\]*/, '$1'),
  })),
  'rounds-doubles': json(() => ({
    serialize: (person) => write({ ...person, score: Math.fround(person.score) }),
    deserialize(document) {
      const person = read(document);
      return { ...person, score: Math.fround(person.score) };
    },
  })),
  'loses-int64': json(() => ({
    serialize: (person) => write({ ...person, id: BigInt(Number(person.id)) }),
    deserialize: (document) => JSON.parse(document),
  })),
  'grows-from-call-to-call': json(() => {
    let buffer = '';
    return {
      serialize(person) {
        buffer += write(person);
        return buffer;
      },
    };
  }),
  'grows-while-timed': json(() => {
    let calls = 0;
    return { serialize: (person) => write(person) + ' '.repeat(Math.max(0, ++calls - 100)) };
  }),
  'returns-the-previous-document': json(() => {
    let previous = null;
    let object = null;
    return {
      serialize(person) {
        const found = previous ?? write(person);
        previous = write(person);
        return found;
      },
      deserialize(document) {
        const found = object ?? read(document);
        object = read(document);
        return found;
      },
    };
  }),
  'reuses-one-object': json(() => {
    const object = {};
    return { deserialize: (document) => Object.assign(object, read(document)) };
  }),
  'reuses-one-buffer': json(() => {
    const buffer = Buffer.alloc(1 << 20);
    return {
      serialize: (person) => buffer.subarray(0, buffer.write(write(person))),
    };
  }),
  'writes-invalid-json': json(() => ({
    serialize: (person) => write(person).replace(/\}$/, ',}'),
  })),
  'returns-nothing': json(() => ({ deserialize: () => undefined })),
  'breaks-while-timed': json(() => {
    let calls = 0;
    return {
      serialize(person) {
        if (++calls > 100) throw new RangeError('out of luck');
        return write(person);
      },
    };
  }),
};
