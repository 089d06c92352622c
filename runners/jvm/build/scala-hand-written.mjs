import { readCall, scalaReader } from './scala-hand-written-reader.mjs';
import { scalaWriter, writeCall } from './scala-hand-written-writer.mjs';
import { scalaHeader } from './scala-names.mjs';
import { ScalaTypes } from './scala-types.mjs';

/**
 * Emitter of kind `scala-hand-written`: straight-line JSON code for the model of `scala-model`, as somebody with
 * enough time would write it: `wiremark/handwritten/Codec.scala`, on the writer and the reader in the runner's serializers
 * (TextWriter.scala, TextReader.scala).
 *
 * It writes a `None` as null, reads fields in any order, leaves out unknown ones, and fails where a field that must be
 * there isn't.
 *
 * @param {import('../../build-kit/model.mjs').Model} model
 */
export function emitScalaHandWritten(model) {
  const types = new ScalaTypes(model);
  const root = types.type(model.root);
  const content = `${scalaHeader(model, 'JSON by hand')}
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
