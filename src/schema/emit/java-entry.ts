/**
 * The class `wiremark.generated.Entry` of a module, by which the kit finds its datasets. It knows all of them at once,
 * so it isn't made dataset by dataset like everything else.
 */
import type { SchemaModel } from '../model.ts';
import { javaString, javaTypeNames } from './java-names.ts';
import { packageSegment } from './names.ts';
import { type Emitted, type EntryEmitter, rootRecord } from './types.ts';

/**
 * Emitter of kind `java-entry`. Options: `entry`, the class in `wiremark.serializers` whose static method `of` makes
 * the serializer; `argument`, what `of` is given, an expression in which `{root}` stands for the dataset's root class
 * and `{package}` for the dataset's segment of package names: `{root}.class` unless told.
 */
export const emitJavaEntry: EntryEmitter = (datasets, options): Emitted => {
  const models: string[] = [];
  const serializers: string[] = [];
  for (const [dataset, model] of datasets) {
    const segment = packageSegment(dataset);
    models.push(`      case ${javaString(dataset)} -> new wiremark.fixtures.${segment}.Documents();`);
    const argument = (options.argument ?? '{root}.class')
      .replaceAll('{root}', rootClass(segment, model))
      .replaceAll('{package}', segment);
    serializers.push(
      `      case ${javaString(dataset)} -> wiremark.serializers.${options.entry}.of(${argument});`,
    );
  }
  return new Map([['wiremark/generated/Entry.java', source(models, serializers)]]);
};

function rootClass(segment: string, model: SchemaModel): string {
  return `wiremark.models.${segment}.${javaTypeNames(model).get(rootRecord(model))}`;
}

function source(models: readonly string[], serializers: readonly string[]): string {
  return `// Generated from the manifest and the schemas.
package wiremark.generated;

import wiremark.kit.Model;
import wiremark.kit.Serializer;

public final class Entry implements wiremark.kit.Entry {
  @Override
  public Model<?> model(String dataset) {
    return switch (dataset) {
${models.join('\n')}
      default -> null;
    };
  }

  @Override
  public Serializer<?> serializer(String dataset) throws Exception {
    return switch (dataset) {
${serializers.join('\n')}
      default -> null;
    };
  }
}
`;
}
