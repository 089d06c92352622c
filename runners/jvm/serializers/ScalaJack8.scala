package wiremark.serializers

import co.blocke.scalajack.*
import wiremark.kit.Serializer

/** ScalaJack 8: one reused codec, made at compile time for the root type and its nested types
  * (https://github.com/gzoller/ScalaJack: "Use"). The models are in other files, as its macro requires. By default
  * ScalaJack omits a `None` (`SJConfig`).
  */
object ScalaJack8:
  inline def of[T]: Serializer[T] = ScalaJack8Serializer[T](ScalaJack.sjCodecOf[T](SJConfig.withNoneAsNull))

final class ScalaJack8Serializer[T](codec: ScalaJack[T]) extends Serializer[T]:
  override def serialize(value: T): AnyRef = codec.toJson(value)

  override def deserialize(document: AnyRef): T = codec.fromJson(document.asInstanceOf[String])
