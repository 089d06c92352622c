import { readCall, scalaReader } from './scala-hand-written-reader.mjs';
import { scalaWriter, writeCall } from './scala-hand-written-writer.mjs';
import { scalaHeader } from './scala-names.mjs';
import { ScalaTypes } from './scala-types.mjs';

/**
 * Emitter of kind `scala-hand-written`. Generates `wiremark/handwritten/Codec.scala`, which reads and writes JSON for the
 * classes of `scala-model`, with a function for each type, as if written by hand. It uses TextWriter.scala and
 * TextReader.scala of runners/jvm/serializers.
 *
 * The codec writes a `None` as null, reads fields in any order, skips unknown ones, and fails if a field is missing that
 * isn't optional.
 *
 * @param {import('../../build-kit/model.mjs').Model} model
 */
export function emitScalaHandWritten(model) {
  const types = new ScalaTypes(model);
  const root = types.type(model.root);
  const content = `${scalaHeader(model, 'reading and writing JSON')}
package wiremark.handwritten

import wiremark.models
import wiremark.serializers.HandWrittenScala
import wiremark.serializers.TextReader
import wiremark.serializers.TextWriter

object Codec extends HandWrittenScala.Codec[${root}]:
  override def write(out: TextWriter, value: ${root}): Unit = ${writeCall(model.root, 'value', types)}

  override def read(in: TextReader): ${root} = ${readCall(model.root, types)}

${scalaWriter(model, types)}

${scalaReader(model, types)}
`;
  return new Map([['wiremark/handwritten/Codec.scala', content]]);
}
