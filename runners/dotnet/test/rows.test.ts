import { type Expected, everyOf, testEveryRow } from '../../../test/contract/runtime/every-row.ts';

const REFUSED: Expected = ['unsupported', /^Enum type 'Word' uses unsupported identifier ''\./];
/** Either the error of `REFUSED`, or the error that two types have the same name. */
const NAMES: Expected = ['unsupported', /^(Enum type 'Word'|JsonTypeInfo metadata for type)/];
/** The generated writers of System.Text.Json write a null byte[] as an empty string. */
const NULL_BYTES: Expected = ['mismatch', /expected null, found string ""$/];

const ENUM_NAMES: Expected = ['unsupported', /^MongoDB.Bson reads enums by the names of their constants$/];
const NESTED: Expected = [
  'unsupported',
  /^protobuf-net (?:has no lists or maps within others|has no message for)/,
];

const JIL_READS: Expected = ['crash', /Deserializ/];
/** Utf8Json doesn't escape control characters. */
const CONTROLS: Expected = ['mismatch', /control character 0x0 in a string/];
const MSGPACK_ENUMS: Expected = ['unsupported', /^MsgPack.Cli writes enums by the names of their constants$/];

const isThorough = process.env.THOROUGH !== undefined;
/** Rows that are tested with every dataset: .NET's own library and our own code. */
const EVERYWHERE = ['system-text-json', 'system-text-json-source', 'hand-written'];
/** Rows that are left out with contract-names: they write no names, or write them as another row does. */
const NAMELESS = [
  ...['messagepack-arrays', 'msgpack-cli-arrays', 'memorypack', 'orleans'],
  ...['system-text-json-bytes', 'system-text-json-relaxed', 'system-text-json-source-bytes'],
];

await testEveryRow({
  runtime: 'dotnet',
  expected: {
    ...everyOf('system-text-json system-text-json-bytes system-text-json-relaxed', 'contract-names', REFUSED),
    ...everyOf('system-text-json-source system-text-json-source-bytes', 'contract-names', NAMES),
    'system-text-json-source every-kind serialize': NULL_BYTES,
    'system-text-json-source contract-wide serialize': NULL_BYTES,
    'system-text-json-source-bytes every-kind serialize': NULL_BYTES,
    'system-text-json-source-bytes contract-wide serialize': NULL_BYTES,
    // Jil writes byte[] as a list of numbers, and a value of type object as {}.
    ...everyOf('jil', 'every-kind contract-deep contract-wide contract-names', JIL_READS),
    'jil every-kind serialize': ['mismatch', /expected bytes .* found a list/],
    'jil contract-wide serialize': ['mismatch', /expected bytes .* found a list/],
    'jil contract-deep serialize': ['timeout', /120 s/],
    'jil contract-list': ['unsupported', /^Jil writes a value of type object as \{\}$/],
    'jil contract-names serialize': ['ok', /^$/],
    ...Object.fromEntries(
      ['every-kind', 'contract-list', 'contract-deep', 'contract-wide'].map((on) => [
        `utf8json ${on} serialize`,
        CONTROLS,
      ]),
    ),
    'utf8json every-kind deserialize': ['crash', /JsonParsingException/],
    ...everyOf('utf8json', 'contract-names', ['crash', /IndexOutOfRangeException/]),
    ...everyOf('span-json', 'contract-names', ['crash', /WriteUtf8Verbatim/]),
    ...everyOf('msgpack-cli', 'every-kind contract-list contract-wide contract-names', MSGPACK_ENUMS),
    'grobuf contract-list': ['unsupported', /^GroBuf loses lists and maps in a value of type object$/],
    'bebop every-kind': ['unsupported', /^the code that Bebop makes for lists of bytes/],
    'bebop contract-list': ['unsupported', /^Bebop has no type for a value of type object$/],
    'bebop contract-wide': ['unsupported', /has \d+ fields; Bebop takes 255 at most$/],
    'messagepack contract-names deserialize': ['crash', /^document 0: MessagePackSerializationException: /],
    ...everyOf('mongodb-bson', 'every-kind contract-list contract-wide contract-names', ENUM_NAMES),
    // protobuf-net doesn't support these types, or writes them in another format than the .proto file's.
    'protobuf-net every-kind': ['unsupported', /writes an instant in a list or map as a message/],
    ...everyOf('protobuf-net', 'contract-list contract-deep contract-names', NESTED),
    'bebop contract-deep': ['unsupported', /^lists and maps are nested 60 deep; C# would compile/],
    'protobuf-net contract-wide': ['unsupported', /^protobuf-net /],
    'memorypack contract-list': ['unsupported', /^MemoryPack has no format for a value of type object$/],
    'memorypack contract-wide': ['unsupported', /has \d+ fields; MemoryPack takes 249 at most$/],
    'nerdbank-messagepack contract-list': ['unsupported', /^Nerdbank.MessagePack has no converter/],
    // The code that Nerdbank.MessagePack generates doesn't compile for names with astral characters.
    'nerdbank-messagepack contract-names': ['unavailable', /CS1009/],
    // Apache Avro rounds the last millisecond of the year 9999, and can't read lists of logical types.
    'apache-avro every-kind serialize': ['mismatch', /expected 9999-12-31T23:59:59\.999Z/],
    'apache-avro every-kind deserialize': ['crash', /Unable to generate CodeTypeReference/],
    'apache-avro contract-wide serialize': ['mismatch', /expected 9999-12-31T23:59:59\.999Z/],
    // Apache Avro's schema parser supports 64 levels.
    'apache-avro contract-deep': ['crash', /MaxDepth of 64/],
    'apache-avro contract-names': ['crash', /AvroException/],
  },
  leftOut: {
    reason: 'compiling takes minutes: THOROUGH=1 script/test runners/dotnet/test/rows.test.ts',
    isIt: (id, dataset) => {
      if (isThorough || dataset === 'every-kind' || EVERYWHERE.includes(id)) return false;
      return dataset !== 'contract-names' || NAMELESS.includes(id);
    },
  },
});
