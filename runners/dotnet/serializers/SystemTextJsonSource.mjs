const READER =
  'new Context(new JsonSerializerOptions { Converters = { new Wiremark.Serializers.AnyConverter() } }).Root__';

/**
 * Generates the JsonSerializerContext. It has no naming policy, converter or encoder, because each would disable the generated
 * writers. Reading values of type any needs a converter, so models with this type get a second context for reading.
 * @type {import('../build/units.mjs').Generator['generate']}
 */
export function generate({ model, names }) {
  const hasAny = JSON.stringify([model.root, ...model.records.values()]).includes('"kind":"any"');
  const plain = ['string', 'bool', 'double', 'List<object>', 'Dictionary<string, object>'];
  const root = names.root.replace(/^object\?$/, 'object');
  return {
    'Context.cs': [
      'using System;',
      'using System.Collections.Generic;',
      'using System.Text.Json;',
      'using System.Text.Json.Serialization;',
      'using System.Text.Json.Serialization.Metadata;',
      '',
      'namespace Wiremark.Generated;',
      '',
      '[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Default)]',
      `[JsonSerializable(typeof(${root}), TypeInfoPropertyName = "Root__")]`,
      ...(hasAny
        ? plain.filter((type) => type !== root).map((type) => `[JsonSerializable(typeof(${type}))]`)
        : []),
      'public sealed partial class Context : JsonSerializerContext',
      '{',
      `    public static JsonTypeInfo<${root}> Writer => Default.Root__;`,
      '',
      `    public static JsonTypeInfo<${root}> Reader => ${hasAny ? READER : 'Default.Root__'};`,
      '}',
    ],
  };
}
