package wiremark.serializers;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes JSON into a buffer of UTF-16 chars, which is reused for each document. The JVM creates
 * strings from chars with vectorized code, whether or not all are Latin-1. From UTF-8 bytes, it
 * would have to decode each document that isn't ASCII, such as one with a Japanese name.
 */
public final class JsonWriter {
  private static final int LONGEST_INTEGER = 20;

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  // How chars below 0x60 are written: 0 unchanged, 'u' as a Unicode escape, any other as a
  // backslash and this letter.
  private static final byte[] ESCAPES = new byte[0x60];

  static {
    Arrays.fill(ESCAPES, 0, 0x20, (byte) 'u');
    ESCAPES['\b'] = 'b';
    ESCAPES['\t'] = 't';
    ESCAPES['\n'] = 'n';
    ESCAPES['\f'] = 'f';
    ESCAPES['\r'] = 'r';
    ESCAPES['"'] = '"';
    ESCAPES['\\'] = '\\';
  }

  private char[] buffer = new char[4096];
  private int length;

  void reset() {
    length = 0;
  }

  String finish() {
    return new String(buffer, 0, length);
  }

  public void raw(String json) {
    int at = reserve(json.length());
    json.getChars(0, json.length(), buffer, at);
    length = at + json.length();
  }

  public void raw(char json) {
    int at = reserve(1);
    buffer[at] = json;
    length = at + 1;
  }

  public void key(char before, String name) {
    raw(before);
    string(name);
    raw(':');
  }

  public void nullValue() {
    raw("null");
  }

  public void bool(boolean value) {
    raw(value ? "true" : "false");
  }

  public void integer(long value) {
    int at = reserve(LONGEST_INTEGER);
    length = JsonNumbers.write(value, buffer, at);
  }

  public void integer(int value) {
    int at = reserve(LONGEST_INTEGER);
    length = JsonNumbers.write(value, buffer, at);
  }

  public void number(double value) {
    int at = reserve(32);
    length = JsonNumbers.write(value, buffer, at);
  }

  public void string(String text) {
    int count = text.length();
    int at = reserve(count + 2);
    char[] to = buffer;
    to[at] = '"';
    int from = at + 1;
    int end = from + count;
    // Searches and copies in one pass, which is best for short strings, and most are short: copying
    // first and searching afterwards took a fifth longer.
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c < 0x60 && ESCAPES[c] != 0) {
        escape(text, i, from + i);
        return;
      }
      to[from + i] = c;
    }
    to[end] = '"';
    length = end + 1;
  }

  public void instant(Instant value) {
    int at = reserve(JsonTimes.LONGEST);
    buffer[at] = '"';
    int end = JsonTimes.write(value, buffer, at + 1);
    buffer[end] = '"';
    length = end + 1;
  }

  public void uuid(UUID value) {
    int at = reserve(38);
    char[] to = buffer;
    long high = value.getMostSignificantBits();
    long low = value.getLeastSignificantBits();
    to[at] = '"';
    hex(high >>> 32, 8, at + 1);
    to[at + 9] = '-';
    hex(high >>> 16, 4, at + 10);
    to[at + 14] = '-';
    hex(high, 4, at + 15);
    to[at + 19] = '-';
    hex(low >>> 48, 4, at + 20);
    to[at + 24] = '-';
    hex(low, 12, at + 25);
    to[at + 37] = '"';
    length = at + 38;
  }

  public void bytes(byte[] value) {
    raw('"');
    raw(new String(Base64.getEncoder().encode(value), StandardCharsets.ISO_8859_1));
    raw('"');
  }

  public void any(Object value) {
    if (value instanceof String text) {
      string(text);
    } else if (value instanceof Long number) {
      integer((long) number);
    } else if (value instanceof Double number) {
      number(number);
    } else if (value instanceof Boolean truth) {
      bool(truth);
    } else if (value instanceof List<?> list) {
      anyList(list);
    } else if (value instanceof Map<?, ?> map) {
      anyMap(map);
    } else if (value == null) {
      nullValue();
    } else {
      throw new IllegalArgumentException("JSON has no " + value.getClass().getName());
    }
  }

  private void anyList(List<?> list) {
    raw('[');
    for (int i = 0, size = list.size(); i < size; i++) {
      if (i > 0) {
        raw(',');
      }
      any(list.get(i));
    }
    raw(']');
  }

  private void anyMap(Map<?, ?> map) {
    char before = '{';
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      key(before, (String) entry.getKey());
      before = ',';
      any(entry.getValue());
    }
    raw(before == ',' ? "}" : "{}");
  }

  /**
   * Writes the rest of a string from {@code from} on, the index of the first char that needs an
   * escape.
   */
  private void escape(String text, int from, int at) {
    length = at;
    int count = text.length();
    at = reserve(6 * (count - from) + 1);
    char[] to = buffer;
    for (int i = from; i < count; i++) {
      char c = text.charAt(i);
      byte escape = c < 0x60 ? ESCAPES[c] : 0;
      if (escape == 0) {
        to[at++] = c;
      } else {
        to[at++] = '\\';
        to[at++] = (char) escape;
        if (escape == 'u') {
          to[at++] = '0';
          to[at++] = '0';
          to[at++] = HEX[c >> 4];
          to[at++] = HEX[c & 15];
        }
      }
    }
    to[at] = '"';
    length = at + 1;
  }

  private void hex(long bits, int digits, int at) {
    for (int i = at + digits - 1; i >= at; i--) {
      buffer[i] = HEX[(int) bits & 15];
      bits >>>= 4;
    }
  }

  private int reserve(int more) {
    int at = length;
    if (buffer.length - at < more) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, at + more));
    }
    return at;
  }
}
