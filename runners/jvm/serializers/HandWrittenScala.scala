package wiremark.serializers

import wiremark.kit.Serializer

/** The limit row for Scala: straight-line code for each type, generated from the schema
  * (build/scala-hand-written.mjs), on a writer and a reader of our own. One thread uses it, so that their buffers are
  * used for every document.
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
