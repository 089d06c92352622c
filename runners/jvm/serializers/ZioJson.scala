package wiremark.serializers

import java.util.Base64
import scala.deriving.Mirror
import scala.util.Try
import wiremark.generated.Names
import wiremark.kit.Serializer
import zio.json.*
import zio.json.ast.Json

/** zio-json, with one derived codec for each type (https://zio.dev/zio-json/: "JsonCodec", `DeriveJsonCodec.gen`).
  */
object ZioJson:
  type Codec[T] = JsonCodec[T]

  // By default zio-json omits a `None`.
  given JsonCodecConfiguration = JsonCodecConfiguration(
    explicitNulls = true,
    fieldNameMapping = CustomCase(nameInDocuments),
    sumTypeMapping = CustomCase(nameInDocuments)
  )

  // Rejects empty names, which the decoders' `StringMatrix` doesn't allow.
  private def nameInDocuments(name: String): String =
    val found = Names.inDocuments(name)
    if found.isEmpty then throw UnsupportedOperationException("zio-json has no way for an empty name") else found

  inline def record[T](using mirror: Mirror.Of[T]): Codec[T] = DeriveJsonCodec.gen[T]

  inline def enumeration[T](using mirror: Mirror.SumOf[T]): Codec[T] = DeriveJsonCodec.gen[T]

  // zio-json's own instances, which write bytes as a list of numbers, take precedence over an imported codec, but not
  // over an encoder and a decoder.
  given JsonEncoder[Array[Byte]] = JsonEncoder.string.contramap(Base64.getEncoder.encodeToString(_))

  given JsonDecoder[Array[Byte]] =
    JsonDecoder.string.mapOrFail(text => Try(Base64.getDecoder.decode(text)).toEither.left.map(_.toString))

  def of[T](using encoder: JsonEncoder[T], decoder: JsonDecoder[T]): Serializer[T] = new Serializer[T]:
    override def serialize(value: T): AnyRef = value.toJson(using encoder)

    override def deserialize(document: AnyRef): T =
      orFail(document.asInstanceOf[String].fromJson[T](using decoder))

    override def toTree(value: T): AnyRef = orFail(value.toJsonAST(using encoder))

    override def parseTree(document: AnyRef): AnyRef = orFail(document.asInstanceOf[String].fromJson[Json])

    override def writeTree(tree: AnyRef): AnyRef = tree.asInstanceOf[Json].toJson

  private def orFail[A](result: Either[String, A]): A =
    result.fold(message => throw IllegalArgumentException(message), identity)
