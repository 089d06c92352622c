package wiremark.serializers

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.*
import wiremark.kit.Serializer

/** jsoniter-scala, with one codec that its macro makes for the root type and its nested types, as its README shows
  * (https://github.com/plokhotnyuk/jsoniter-scala: "How to use").
  */
object Jsoniter:
  given JsonValueCodec[Array[Byte]] with
    override def decodeValue(in: JsonReader, default: Array[Byte]): Array[Byte] =
      in.readBase64AsBytes(default)
    override def encodeValue(value: Array[Byte], out: JsonWriter): Unit =
      out.writeBase64Val(value, doPadding = true)
    override def nullValue: Array[Byte] = null

  // By default the macro omits `None` and empty lists, writes an enum's case as an object, and rejects recursive types
  // (its `CodecMakerConfig`).
  inline def of[T]: Serializer[T] = JsoniterSerializer[T](
    JsonCodecMaker.make[T](
      CodecMakerConfig
        .withTransientNone(false)
        .withTransientEmpty(false)
        .withDiscriminatorFieldName(None)
        .withAllowRecursiveTypes(true)
    )
  )

final class JsoniterSerializer[T](codec: JsonValueCodec[T]) extends Serializer[T]:
  override def serialize(value: T): AnyRef = writeToString(value)(using codec)

  override def deserialize(document: AnyRef): T = readFromString(document.asInstanceOf[String])(using codec)
