package wiremark.serializers

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.time.Instant
import java.time.LocalDate
import java.util.Arrays
import java.util.Base64
import java.util.UUID

/** Writes JSON into a string. Java stores a string with one byte per character if all characters are Latin-1. This
  * buffer does the same, so that `take` only has to copy it. At the first other character, it changes to two bytes per
  * character for the rest of the document.
  */
final class TextWriter:
  private var narrow = new Array[Byte](1024)
  // Null until a document has a character beyond Latin-1.
  private var wide: Array[Char] = null
  private var isWide = false
  private var at = 0

  def take(): String =
    val text = if isWide then new String(wide, 0, at) else new String(narrow, 0, at, ISO_8859_1)
    at = 0
    isWide = false
    text

  /** Writes Latin-1 text that is already JSON. */
  def literal(text: String): Unit =
    val length = text.length
    reserve(length)
    if isWide then text.getChars(0, length, wide, at) else latin1(text, length)
    at += length

  def character(char: Char): Unit =
    reserve(1)
    put(char)

  def boolean(value: Boolean): Unit = literal(if value then "true" else "false")

  def int32(value: Int): Unit = int64(value)

  def int64(value: Long): Unit =
    if isWide || value == Long.MinValue then literal(value.toString)
    else
      reserve(20)
      var rest = value
      if rest < 0 then
        narrow(at) = '-'
        at += 1
        rest = -rest
      at += TextWriter.digits(rest)
      var position = at
      while rest >= 100 do
        val pair = (rest % 100).toInt * 2
        rest /= 100
        position -= 2
        narrow(position) = TextWriter.Pairs(pair)
        narrow(position + 1) = TextWriter.Pairs(pair + 1)
      val pair = rest.toInt * 2
      narrow(position - 1) = TextWriter.Pairs(pair + 1)
      if rest >= 10 then narrow(position - 2) = TextWriter.Pairs(pair)

  def double(value: Double): Unit =
    if !java.lang.Double.isFinite(value) then throw IllegalArgumentException(s"no JSON number: $value")
    literal(value.toString)

  def string(value: String): Unit =
    val length = value.length
    reserve(length * 6 + 2)
    put('"')
    var index = 0
    while index < length do
      index = if isWide then wideRun(value, index, length) else narrowRun(value, index, length)
      if index < length then
        escaped(value.charAt(index))
        index += 1
    put('"')

  def uuid(value: UUID): Unit = quoted(value.toString)

  def bytes(value: Array[Byte]): Unit = quoted(Base64.getEncoder.encodeToString(value))

  def instant(value: Instant): Unit =
    val seconds = value.getEpochSecond
    val nanos = value.getNano
    if isWide || seconds < TextWriter.Year0 || seconds >= TextWriter.Year10000 || nanos % 1_000_000 != 0 then
      quoted(value.toString)
    else
      val date = LocalDate.ofEpochDay(Math.floorDiv(seconds, 86_400L))
      val second = Math.floorMod(seconds, 86_400)
      reserve(26)
      put('"')
      two(date.getYear / 100)
      two(date.getYear % 100)
      part('-', date.getMonthValue)
      part('-', date.getDayOfMonth)
      part('T', second / 3600)
      part(':', second / 60 % 60)
      part(':', second % 60)
      if nanos != 0 then
        part('.', nanos / 10_000_000)
        put(('0' + nanos / 1_000_000 % 10).toChar)
      put('Z')
      put('"')

  // `narrowRun` and `wideRun` copy characters that need no escape; they return the index of the first character not
  // copied. `narrowRun` also stops at a character beyond Latin-1.
  private def narrowRun(value: String, from: Int, length: Int): Int =
    val safe = TextWriter.Safe
    val target = narrow
    val shift = at - from
    var index = from
    var char = 0
    while index < length && {
        char = value.charAt(index)
        char < 256 && safe(char)
      }
    do
      target(shift + index) = char.toByte
      index += 1
    at = shift + index
    index

  private def wideRun(value: String, from: Int, length: Int): Int =
    val safe = TextWriter.Safe
    val target = wide
    val shift = at - from
    var index = from
    var char = 0
    while index < length && {
        char = value.charAt(index)
        char >= 256 || safe(char)
      }
    do
      target(shift + index) = char.toChar
      index += 1
    at = shift + index
    index

  private def escaped(char: Char): Unit =
    if char > 0xff then
      widen()
      put(char)
    else
      put('\\')
      char match
        case '"' | '\\' => put(char)
        case '\n' => put('n')
        case '\r' => put('r')
        case '\t' => put('t')
        case _ =>
          put('u')
          put('0')
          put('0')
          put(TextWriter.Hex.charAt(char >> 4))
          put(TextWriter.Hex.charAt(char & 15))

  private def quoted(text: String): Unit =
    character('"')
    literal(text)
    character('"')

  private def part(before: Char, value: Int): Unit =
    put(before)
    two(value)

  private def two(value: Int): Unit =
    put(('0' + value / 10).toChar)
    put(('0' + value % 10).toChar)

  private def put(char: Char): Unit =
    if isWide then wide(at) = char else narrow(at) = char.toByte
    at += 1

  private def widen(): Unit =
    if wide == null || wide.length < narrow.length then wide = new Array[Char](narrow.length)
    var index = 0
    while index < at do
      wide(index) = (narrow(index) & 0xff).toChar
      index += 1
    isWide = true

  private def reserve(more: Int): Unit =
    val needed = at + more
    if isWide then { if needed > wide.length then wide = Arrays.copyOf(wide, roomFor(needed)) }
    else if needed > narrow.length then narrow = Arrays.copyOf(narrow, roomFor(needed))

  private def roomFor(needed: Int): Int = Math.max(needed, needed + (needed >> 1))

  // This `getBytes` just copies bytes. It is deprecated since it cuts characters beyond Latin-1, which the text doesn't have.
  @annotation.nowarn("cat=deprecation")
  private def latin1(text: String, length: Int): Unit = text.getBytes(0, length, narrow, at)

object TextWriter:
  private val Hex = "0123456789abcdef"
  private val Year0 = -62_167_219_200L
  private val Year10000 = 253_402_300_800L

  private val Safe: Array[Boolean] = Array.tabulate(256)(char => char >= ' ' && char != '"' && char != '\\')

  private val Pairs: Array[Byte] =
    Array.tabulate(200)(index => ('0' + (if index % 2 == 0 then index / 20 else index / 2 % 10)).toByte)

  private def digits(value: Long): Int =
    var count = 1
    var power = 10L
    while count < 19 && value >= power do
      count += 1
      power *= 10
    count
