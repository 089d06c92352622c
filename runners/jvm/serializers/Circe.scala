package wiremark.serializers

import io.circe.Decoder
import io.circe.Encoder
import io.circe.Json
import io.circe.derivation.Configuration
import io.circe.derivation.ConfiguredCodec
import io.circe.derivation.ConfiguredEnumCodec
import io.circe.parser
import java.util.Base64
import scala.deriving.Mirror
import scala.util.Try
import wiremark.generated.Names
import wiremark.kit.Serializer

/** circe, with one semi-automatically derived codec for each type, as its page "Semi-automatic Derivation" shows for
  * Scala 3 (https://circe.github.io/circe/codecs/semiauto-derivation.html), and one for enums of strings
  * (https://circe.github.io/circe/codecs/adt.html). By default circe writes a `None` as null. The configuration is the
  * default of `derived`, except for names that Scala can't have.
  */
object Circe:
  type Codec[T] = io.circe.Codec[T]

  given Configuration = Configuration.default
    .withTransformMemberNames(Names.inDocuments)
    .withTransformConstructorNames(Names.inDocuments)

  inline def record[T](using mirror: Mirror.Of[T]): Codec[T] = ConfiguredCodec.derived[T]

  inline def enumeration[T](using mirror: Mirror.SumOf[T]): Codec[T] =
    ConfiguredEnumCodec.derived[T]

  // By default circe writes bytes as a list of numbers.
  given Codec[Array[Byte]] = io.circe.Codec.from(
    Decoder.decodeString.emapTry(text => Try(Base64.getDecoder.decode(text))),
    Encoder.encodeString.contramap(Base64.getEncoder.encodeToString)
  )

  def of[T](using encoder: Encoder[T], decoder: Decoder[T]): Serializer[T] = new Serializer[T]:
    override def serialize(value: T): AnyRef = encoder(value).noSpaces

    override def deserialize(document: AnyRef): T =
      parser.decode[T](document.asInstanceOf[String]).fold(throw _, identity)

    override def toTree(value: T): AnyRef = encoder(value)

    override def parseTree(document: AnyRef): AnyRef =
      parser.parse(document.asInstanceOf[String]).fold(throw _, identity)

    override def writeTree(tree: AnyRef): AnyRef = tree.asInstanceOf[Json].noSpaces
