package wiremark.serializers

import co.blocke.scalajack.ScalaJack
import co.blocke.scalajack.json.JSON
import wiremark.kit.Serializer

/** ScalaJack 7, as its README shows: `render` and `read` of one instance, which caches what it found by reflection.
  * ScalaJack 7 has no setting to write a `None` as null (its page "Null and None Handling"). Its type of documents,
  * `JSON`, is an opaque type of strings.
  */
object ScalaJack7:
  inline def of[T]: Serializer[T] =
    val jack = ScalaJack()
    ScalaJack7Serializer[T](
      value => jack.render[T](value).asInstanceOf[String],
      document => jack.read[T](document.asInstanceOf[JSON])
    )

final class ScalaJack7Serializer[T](render: T => String, read: String => T) extends Serializer[T]:
  override def serialize(value: T): AnyRef = render(value)

  override def deserialize(document: AnyRef): T = read(document.asInstanceOf[String])
