package wiremark.serializers

import java.util.Base64
import play.api.libs.json.*
import scala.compiletime.constValueTuple
import scala.compiletime.summonAll
import scala.deriving.Mirror
import scala.util.Try
import wiremark.generated.Names
import wiremark.kit.Serializer

/** play-json, with one `Json.format` for each type
  * (https://www.playframework.com/documentation/latest/ScalaJsonAutomated).
  */
object PlayJson:
  type Codec[T] = Format[T]

  // By default play-json omits a `None` (same page, about `JsonConfiguration`).
  given JsonConfiguration = JsonConfiguration(naming = Names.inDocuments(_), optionHandlers = OptionHandlers.WritesNull)

  inline def record[T](using mirror: Mirror.ProductOf[T]): Codec[T] = Json.format[T]

  /** Hand-written, since play-json's macro writes an enum's case as an object. */
  inline def enumeration[T](using mirror: Mirror.SumOf[T]): Codec[T] = enumerationOf(
    constValueTuple[mirror.MirroredElemLabels].toList.asInstanceOf[List[String]].map(Names.inDocuments),
    summonAll[Tuple.Map[mirror.MirroredElemTypes, ValueOf]].toList.map(_.asInstanceOf[ValueOf[T]].value)
  )

  def enumerationOf[T](names: List[String], values: List[T]): Codec[T] =
    val byName = names.zip(values).toMap
    Format(
      Reads.StringReads.flatMapResult(name => byName.get(name).fold(JsError(s"unknown value: $name"))(JsSuccess(_))),
      Writes(value => JsString(Names.inDocuments(value.toString)))
    )

  // By default play-json writes bytes as a list of numbers.
  given Codec[Array[Byte]] = Format(
    Reads.StringReads.flatMapResult(text => JsResult.fromTry(Try(Base64.getDecoder.decode(text)))),
    Writes(bytes => JsString(Base64.getEncoder.encodeToString(bytes)))
  )

  def of[T](using reads: Reads[T], writes: Writes[T]): Serializer[T] = new Serializer[T]:
    override def serialize(value: T): AnyRef = Json.stringify(writes.writes(value))

    override def deserialize(document: AnyRef): T = JsResult.toTry(reads.reads(parse(document))).get

    override def toTree(value: T): AnyRef = writes.writes(value)

    override def parseTree(document: AnyRef): AnyRef = parse(document)

    override def writeTree(tree: AnyRef): AnyRef = Json.stringify(tree.asInstanceOf[JsValue])

  private def parse(document: AnyRef): JsValue = Json.parse(document.asInstanceOf[String])
