package wiremark.serializers

import argonaut.*
import java.time.Instant
import java.util.Base64
import java.util.UUID
import scala.compiletime.constValueTuple
import scala.compiletime.summonAll
import scala.deriving.Mirror
import scala.util.Try
import wiremark.generated.Names
import wiremark.kit.Serializer

/** argonaut, with one codec for each type. Its derivation supports Scala 2 only, and its methods `casecodec1` to
  * `casecodec22` (http://argonaut.io/doc/codec/) at most 22 fields. `record` does the same for any case class: it writes
  * fields in order, and looks up each field by name when reading.
  */
object Argonaut:
  type Codec[T] = CodecJson[T]

  inline def record[T](using mirror: Mirror.ProductOf[T]): Codec[T] = recordOf(
    RecordCodec[T](
      constValueTuple[mirror.MirroredElemLabels].toList.asInstanceOf[List[String]].map(Names.inDocuments),
      summonAll[Tuple.Map[mirror.MirroredElemTypes, EncodeJson]].toList.asInstanceOf[List[EncodeJson[Any]]],
      summonAll[Tuple.Map[mirror.MirroredElemTypes, DecodeJson]].toList.asInstanceOf[List[DecodeJson[Any]]],
      mirror.fromProduct
    )
  )

  def recordOf[T](codec: RecordCodec[T]): Codec[T] = CodecJson(codec.encode, codec.decode)

  inline def enumeration[T](using mirror: Mirror.SumOf[T]): Codec[T] = enumerationOf(
    constValueTuple[mirror.MirroredElemLabels].toList.asInstanceOf[List[String]].map(Names.inDocuments),
    summonAll[Tuple.Map[mirror.MirroredElemTypes, ValueOf]].toList.map(_.asInstanceOf[ValueOf[T]].value)
  )

  def enumerationOf[T](names: List[String], values: List[T]): Codec[T] =
    val byName = names.zip(values).toMap
    text(value => Names.inDocuments(value.toString), byName(_))

  given Codec[Array[Byte]] = text(Base64.getEncoder.encodeToString(_), Base64.getDecoder.decode(_))

  given Codec[Instant] = text(_.toString, Instant.parse(_))

  def of[T](using encoder: EncodeJson[T], decoder: DecodeJson[T]): Serializer[T] = new Serializer[T]:
    override def serialize(value: T): AnyRef = encoder(value).nospaces

    override def deserialize(document: AnyRef): T =
      orFail(Parse.decodeEither[T](document.asInstanceOf[String]))

    override def toTree(value: T): AnyRef = encoder(value)

    override def parseTree(document: AnyRef): AnyRef = orFail(Parse.parse(document.asInstanceOf[String]))

    override def writeTree(tree: AnyRef): AnyRef = tree.asInstanceOf[Json].nospaces

  private def orFail[A](result: Either[String, A]): A =
    result.fold(message => throw IllegalArgumentException(message), identity)

  private def text[A](write: A => String, read: String => A): Codec[A] = CodecJson(
    value => Json.jString(write(value)),
    cursor =>
      DecodeJson
        .StringDecodeJson(cursor)
        .flatMap(found =>
          Try(read(found)).fold(error => DecodeResult.fail(error.toString, cursor.history), DecodeResult.ok)
        )
  )

/** The codec of a case class. It evaluates its fields' codecs at first use, since a field may have the same type. */
final class RecordCodec[T](
    names: List[String],
    encoders: => List[EncodeJson[Any]],
    decoders: => List[DecodeJson[Any]],
    make: Product => T
):
  private lazy val writers: Array[(String, EncodeJson[Any])] = names.zip(encoders).toArray
  private lazy val readers: Array[(String, DecodeJson[Any])] = names.zip(decoders).toArray

  def encode(value: T): Json =
    val fields = value.asInstanceOf[Product]
    Json.jObjectAssocList(List.tabulate(writers.length): index =>
      val (name, encoder) = writers(index)
      name -> encoder(fields.productElement(index))
    )

  def decode(cursor: HCursor): DecodeResult[T] =
    val values = new Array[Any](readers.length)
    var failure: DecodeResult[Any] = null
    var index = 0
    while index < readers.length && failure == null do
      val (name, decoder) = readers(index)
      val result = decoder.tryDecode(cursor.downField(name))
      result.toOption match
        case Some(value) => values(index) = value
        case None => failure = result
      index += 1
    if failure == null then DecodeResult.ok(make(Tuple.fromArray(values))) else failure.asInstanceOf[DecodeResult[T]]
