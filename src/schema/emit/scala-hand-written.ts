import { packageSegment } from './names.ts';
import { scalaReader } from './scala-hand-written-reader.ts';
import { scalaWriter } from './scala-hand-written-writer.ts';
import { scalaHeader, scalaIdentifier, scalaPackage, scalaPath } from './scala-names.ts';
import { type EmitInput, type Emitted, rootRecord } from './types.ts';

/**
 * Emitter of kind `scala-hand-written`: straight-line JSON code for the model of `scala-model`, as a person would write
 * it who had the time: `wiremark/handwritten/<dataset>/Codec.scala`, on the writer and the reader in the runner's
 * serializers (TextWriter.scala, TextReader.scala).
 *
 * It writes a `None` as null, reads fields in any order, leaves out unknown ones, and fails where a field that must be
 * there isn't.
 */
export function emitScalaHandWritten({ dataset, model }: EmitInput): Emitted {
  const root = `models.${scalaIdentifier(rootRecord(model))}`;
  const number = [...model.records.keys()].indexOf(rootRecord(model));
  const content = `${scalaHeader(dataset, 'JSON by hand')}
package ${scalaPackage('handwritten', dataset)}

import wiremark.models.{${packageSegment(dataset)} as models}
import wiremark.serializers.HandWrittenScala
import wiremark.serializers.TextReader
import wiremark.serializers.TextWriter

object Codec extends HandWrittenScala.Codec[${root}]:
  override def write(out: TextWriter, value: ${root}): Unit = write${number}(out, value)

  override def read(in: TextReader): ${root} = read${number}(in)

${scalaWriter(model)}

${scalaReader(model)}
`;
  return new Map([[scalaPath('handwritten', dataset, 'Codec'), content]]);
}
