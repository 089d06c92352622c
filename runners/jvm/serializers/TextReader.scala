package wiremark.serializers

import java.time.Instant
import java.time.LocalDate
import java.time.OffsetDateTime
import java.util.Base64
import java.util.UUID

/** Reads JSON from a string for generated code that knows the schema. It works on a copy of the characters in an array,
  * which is faster to access than the string. Strings without escapes are substrings of the original.
  *
  * Generated code calls `isName` for each field in the schema's order, so that a document in this order needs one
  * comparison for each name. It repeats these calls for fields in another order, and calls `unknown` if no field matches.
  */
final class TextReader:
  private var text = ""
  // The document and a final zero, which stops every loop.
  private var chars = new Array[Char](1024)
  private var at = 0
  // Index of the closing quote of a name whose escapes were replaced in place; -1 if there is none.
  private var nameEnd = -1
  private val builder = java.lang.StringBuilder()

  def begin(document: String): Unit =
    val length = document.length
    if chars.length <= length then chars = new Array[Char](length + (length >> 1) + 1)
    document.getChars(0, length, chars, 0)
    chars(length) = 0
    text = document
    at = 0

  def end(): Unit =
    space()
    if at != text.length then fail("the end")

  /** Index of the next character; generated code compares it to see whether it read a name. */
  def position: Int = at

  /** Reads the start of an object and returns whether a field follows; if not, also reads its end. */
  def beginRecord(): Boolean =
    expect('{')
    space()
    if chars(at) == '}' then
      at += 1
      false
    else
      if chars(at) != '"' then fail("a name")
      true

  def nextField(): Boolean =
    space()
    val char = chars(at)
    at += 1
    if char == ',' then
      space()
      if chars(at) != '"' then fail("a name")
      true
    else if char == '}' then false
    else
      at -= 1
      fail("',' or '}'")

  /** If the field has this name, which includes its quotes, reads name and colon and returns true. */
  def isName(name: String): Boolean =
    val length = name.length
    var index = 0
    // No name contains the final zero, which stops this loop within the array.
    while index < length && chars(at + index) == name.charAt(index) do index += 1
    if index < length || (nameEnd >= 0 && nameEnd != at + length - 1) then false
    else
      at += length
      nameEnd = -1
      colon()
      true

  /** Like `isName`, for a name that JSON must escape: it matches only after `unknown` has replaced the escapes. */
  def isEscapedName(name: String): Boolean = nameEnd == at + name.length - 1 && isName(name)

  /** Handles a name that no field of the record has. If it has escapes, replaces them in place, so that generated code
    * can compare it once more; otherwise, and at the second call for the same name, skips the field. Returns whether
    * there is a field to read.
    */
  def unknown(): Boolean =
    if nameEnd >= 0 then
      at = nameEnd + 1
      nameEnd = -1
    else
      val start = at
      skipString()
      if hasEscape(start) then replaceEscapes(start)
    if nameEnd >= 0 then true
    else
      colon()
      skip()
      nextField()

  def key(): String =
    val key = string()
    colon()
    key

  def beginList(): Boolean =
    expect('[')
    space()
    if chars(at) == ']' then
      at += 1
      false
    else true

  def nextElement(): Boolean =
    space()
    val char = chars(at)
    at += 1
    if char == ',' then true
    else if char == ']' then false
    else
      at -= 1
      fail("',' or ']'")

  def isNull(): Boolean =
    space()
    chars(at) == 'n' && {
      word("null")
      true
    }

  /** If the next value is exactly this string, which includes its quotes, skips it and returns true. */
  def isValue(value: String): Boolean =
    space()
    val length = value.length
    var index = 0
    while index < length && chars(at + index) == value.charAt(index) do index += 1
    index == length && {
      at += length
      true
    }

  def boolean(): Boolean =
    space()
    if chars(at) == 't' then
      word("true")
      true
    else
      word("false")
      false

  def int32(): Int =
    val start = at
    val value = int64()
    if value != value.toInt then
      at = start
      fail("an int32")
    value.toInt

  def int64(): Long =
    space()
    val start = at
    val negative = chars(at) == '-'
    if negative then at += 1
    val first = at
    var value = 0L
    while isDigit(chars(at)) && at - first < 18 do
      value = value * 10 + (chars(at) - '0')
      at += 1
    val char = chars(at)
    if at == first || (chars(first) == '0' && at > first + 1) then fail("a number")
    if isDigit(char) then
      while isDigit(chars(at)) do at += 1
      if isFraction(chars(at)) then fail("an integer")
      try java.lang.Long.parseLong(text, start, at, 10)
      catch case _: NumberFormatException => fail("an int64")
    else if isFraction(char) then fail("an integer")
    else if negative then -value
    else value

  /** Returns the nearest double. A mantissa below 2^53 and a power of ten up to 10^22 are exact doubles, so that only
    * one operation rounds (Clinger, "How to read floating point numbers accurately", 1990); Java parses all others.
    */
  def double(): Double =
    space()
    val start = at
    val negative = chars(at) == '-'
    if negative then at += 1
    val first = at
    var mantissa = 0L
    var count = 0
    def digits(): Int =
      val from = at
      while isDigit(chars(at)) do
        if count < 18 then mantissa = mantissa * 10 + (chars(at) - '0')
        if mantissa != 0 then count += 1
        at += 1
      if at == from then fail("a digit")
      at - from
    if digits() > 1 && chars(first) == '0' then fail("a number")
    var exponent = 0
    if chars(at) == '.' then
      at += 1
      exponent = -digits()
    if (chars(at) | 0x20) == 'e' then exponent += signedExponent()
    if count <= 18 && mantissa < (1L << 53) && exponent >= -22 && exponent <= 22 then
      val value =
        if exponent < 0 then mantissa / TextReader.Powers(-exponent) else mantissa * TextReader.Powers(exponent)
      if negative then -value else value
    else text.substring(start, at).toDouble

  def string(): String =
    expect('"')
    val start = at
    while isPlain(chars(at)) do at += 1
    if chars(at) == '"' then
      at += 1
      text.substring(start, at - 1)
    else
      at = start
      unescaped()
      builder.toString

  def uuid(): UUID = UUID.fromString(string())

  def bytes(): Array[Byte] = Base64.getDecoder.decode(string())

  def instant(): Instant =
    space()
    val start = at
    if isUtcTime(start + 1) then
      val seconds = two(start + 12) * 3600 + two(start + 15) * 60 + two(start + 18)
      val days = LocalDate.of(two(start + 1) * 100 + two(start + 3), two(start + 6), two(start + 9)).toEpochDay
      at = start + 20
      var nanos = 0
      if chars(at) == '.' then
        nanos = two(at + 1) * 10_000_000 + (chars(at + 3) - '0') * 1_000_000
        at += 4
      at += 2
      Instant.ofEpochSecond(days * 86_400 + seconds, nanos)
    else OffsetDateTime.parse(string()).toInstant

  def missing(record: String): Nothing = fail(s"all fields of $record")

  private def isUtcTime(from: Int): Boolean =
    val plain = matches(from, "0000-00-00T00:00:00")
    plain && two(from + 11) < 24 && two(from + 14) < 60 && two(from + 17) < 60 &&
    (matches(from + 19, "Z\"") || matches(from + 19, ".000Z\""))

  // True if the characters match a pattern, in which a zero stands for any digit.
  private def matches(from: Int, pattern: String): Boolean =
    var index = 0
    while index < pattern.length && {
        val char = chars(from + index)
        if pattern.charAt(index) == '0' then isDigit(char) else char == pattern.charAt(index)
      }
    do index += 1
    index == pattern.length

  private def two(index: Int): Int = (chars(index) - '0') * 10 + (chars(index + 1) - '0')

  private def signedExponent(): Int =
    at += 1
    val negative = chars(at) == '-'
    if negative || chars(at) == '+' then at += 1
    if !isDigit(chars(at)) then fail("a digit")
    var value = 0
    while isDigit(chars(at)) do
      if value < 10_000 then value = value * 10 + (chars(at) - '0')
      at += 1
    if negative then -value else value

  private def unescaped(): Unit =
    builder.setLength(0)
    while chars(at) != '"' do
      val start = at
      while isPlain(chars(at)) do at += 1
      builder.append(chars, start, at - start)
      if chars(at) == '\\' then builder.append(escape())
      else if chars(at) != '"' then fail("a string")
    at += 1

  private def escape(): Char =
    at += 2
    chars(at - 1) match
      case 'n' => '\n'
      case 'r' => '\r'
      case 't' => '\t'
      case 'b' => '\b'
      case 'f' => '\f'
      case char @ ('"' | '\\' | '/') => char
      case 'u' =>
        var value = 0
        var index = 0
        while index < 4 do
          val digit = Character.digit(chars(at), 16)
          if digit < 0 || chars(at) > 'f' then fail("a hexadecimal digit")
          value = value * 16 + digit
          at += 1
          index += 1
        value.toChar
      case _ => fail("an escape")

  private def hasEscape(start: Int): Boolean =
    var index = start
    while index < at && chars(index) != '\\' do index += 1
    index < at

  private def replaceEscapes(start: Int): Unit =
    val close = at - 1
    at = start + 1
    unescaped()
    // Writes the name over the end of the escaped text, which is never shorter.
    at = close - builder.length - 1
    chars(at) = '"'
    builder.getChars(0, builder.length, chars, at + 1)
    nameEnd = close

  private def skip(): Unit =
    space()
    chars(at) match
      case '"' => skipString()
      case '{' =>
        var more = beginRecord()
        while more do
          skipString()
          colon()
          skip()
          more = nextField()
      case '[' =>
        var more = beginList()
        while more do
          skip()
          more = nextElement()
      case 't' => word("true")
      case 'f' => word("false")
      case 'n' => word("null")
      case _ => double()

  private def skipString(): Unit =
    expect('"')
    while chars(at) != '"' do
      while isPlain(chars(at)) do at += 1
      if chars(at) == '\\' then escape()
      else if chars(at) != '"' then fail("a string")
    at += 1

  private def word(expected: String): Unit =
    val from = at
    while at - from < expected.length && chars(at) == expected.charAt(at - from) do at += 1
    if at - from < expected.length then fail(expected)

  private def colon(): Unit =
    if chars(at) == ':' then at += 1 else expect(':')

  private def expect(char: Char): Unit =
    space()
    if chars(at) != char then fail(s"'$char'")
    at += 1

  private def space(): Unit =
    while chars(at) == ' ' || chars(at) == '\n' || chars(at) == '\r' || chars(at) == '\t' do at += 1

  private def isPlain(char: Char): Boolean = char >= ' ' && char != '"' && char != '\\'

  private def isDigit(char: Char): Boolean = char >= '0' && char <= '9'

  private def isFraction(char: Char): Boolean = char == '.' || (char | 0x20) == 'e'

  private def fail(expected: String): Nothing = throw IllegalArgumentException(s"expected $expected at $at")

object TextReader:
  private val Powers: Array[Double] = Array.tabulate(23)(exponent => s"1e$exponent".toDouble)
