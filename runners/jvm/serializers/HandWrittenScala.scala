package wiremark.serializers

import wiremark.kit.Serializer

/** The row `hand-written-scala`: code generated from the schema (build/scala-hand-written.mjs), with a function for
  * each type, which uses TextWriter and TextReader. Only one thread uses a serializer, so it can reuse one writer and
  * one reader.
  */
object HandWrittenScala:
  trait Codec[T]:
    def write(out: TextWriter, value: T): Unit
    def read(in: TextReader): T

  def of[T](codec: Codec[T]): Serializer[T] = new Serializer[T]:
    private val out = TextWriter()
    private val in = TextReader()

    override def serialize(value: T): AnyRef =
      codec.write(out, value)
      out.take()

    override def deserialize(document: AnyRef): T =
      in.begin(document.asInstanceOf[String])
      val value = codec.read(in)
      in.end()
      value
