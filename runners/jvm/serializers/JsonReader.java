package wiremark.serializers;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads JSON from chars, guided by generated code that knows what comes. Fields are expected in the
 * schema's order, which costs one comparison each, and found in any other.
 */
public final class JsonReader extends JsonCursor {
  /** The names of a record's fields, or the values of an enum, as they stand in a document. */
  public static final class Names {
    private final String[] names;
    // With their quotes: what to compare a document with.
    private final char[][] quoted;

    public Names(String... names) {
      this.names = names;
      this.quoted = new char[names.length][];
      for (int i = 0; i < names.length; i++) {
        JsonWriter writer = new JsonWriter();
        writer.string(names[i]);
        quoted[i] = writer.finish().toCharArray();
      }
    }
  }

  /** Takes a null if there is one. */
  public boolean readNull() {
    return next() == 'n' && literal("null");
  }

  /**
   * Takes a field's name and its colon; returns which it is, -1 if none of them.
   *
   * @param guess which it probably is; may be one too many
   */
  public int field(Names names, int guess) {
    next();
    int found = guess < names.quoted.length && matches(names.quoted[guess]) ? guess : search(names);
    if (next() != ':') {
      throw wrong("a colon");
    }
    at++;
    return found;
  }

  /** Takes a map's key and its colon. */
  public String key() {
    String key = string();
    if (next() != ':') {
      throw wrong("a colon");
    }
    at++;
    return key;
  }

  /** Takes one of an enum's values; returns which. */
  public int choice(Names values) {
    next();
    int found = search(values);
    if (found < 0) {
      throw wrong("one of " + Arrays.toString(values.names));
    }
    return found;
  }

  public boolean bool() {
    boolean value = next() == 't';
    if (!literal(value ? "true" : "false")) {
      throw wrong("true or false");
    }
    return value;
  }

  public int int32() {
    long value = int64();
    if (value != (int) value) {
      throw wrong("an int32");
    }
    return (int) value;
  }

  public long int64() {
    boolean negative = next() == '-';
    char[] from = buffer;
    int start = at;
    int i = negative ? start + 1 : start;
    int first = i;
    // Negative all the way, since the range reaches further there.
    long value = 0;
    int digit;
    while ((digit = from[i] - '0') >= 0 && digit <= 9) {
      value = value * 10 - digit;
      i++;
    }
    int digits = i - first;
    if (digits == 0) {
      throw wrong("a number");
    }
    boolean whole = from[i] != '.' && (from[i] | 0x20) != 'e';
    // Nineteen digits that are too many wrap around to the other sign.
    boolean fits =
        digits < 19 || (digits == 19 && value <= 0 && (negative || value != Long.MIN_VALUE));
    if (!whole || !fits) {
      i = endOfNumber(i);
      value = JsonNumbers.parseLong(from, start, i);
      at = i;
      return value;
    }
    at = i;
    return negative ? value : -value;
  }

  public double number() {
    boolean negative = next() == '-';
    char[] from = buffer;
    int start = at;
    int i = negative ? start + 1 : start;
    long value = 0;
    int digits = 0;
    int scale = 0;
    int digit;
    while ((digit = from[i] - '0') >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits++;
      i++;
    }
    if (digits == 0) {
      throw wrong("a number");
    }
    if (from[i] == '.') {
      int point = i++;
      while ((digit = from[i] - '0') >= 0 && digit <= 9) {
        value = value * 10 + digit;
        i++;
      }
      scale = i - point - 1;
      digits += scale;
    }
    if ((from[i] | 0x20) != 'e' && digits <= 18) {
      double exact = JsonNumbers.parseExact(value, -scale);
      if (exact == exact) {
        at = i;
        return negative ? -exact : exact;
      }
    }
    at = endOfNumber(i);
    return Double.parseDouble(new String(from, start, at - start));
  }

  public Instant instant() {
    int start = beginPlain();
    return JsonTimes.parse(buffer, start, at - 1);
  }

  public UUID uuid() {
    int start = beginPlain();
    return UUID.fromString(new String(buffer, start, at - 1 - start));
  }

  /** From base64. */
  public byte[] bytes() {
    int start = beginPlain();
    String text = new String(buffer, start, at - 1 - start);
    // A slash may be escaped in JSON.
    text = text.indexOf('\\') < 0 ? text : text.replace("\\/", "/");
    return Base64.getDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Takes one value of any kind and gives it as {@link JsonWriter#any} takes it. */
  public Object any() {
    return switch (next()) {
      case '"' -> string();
      case '{' -> anyMap();
      case '[' -> anyList();
      case 't', 'f' -> bool();
      case 'n' -> {
        if (!readNull()) {
          throw wrong("null");
        }
        yield null;
      }
      default -> anyNumber();
    };
  }

  private Map<String, Object> anyMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    if (beginObject()) {
      do {
        String key = key();
        map.put(key, any());
      } while (moreFields());
    }
    return map;
  }

  private List<Object> anyList() {
    List<Object> list = new ArrayList<>();
    if (beginList()) {
      do {
        list.add(any());
      } while (moreValues());
    }
    return list;
  }

  /** A {@link Long} if it is spelled as a whole number that is none too large, but for -0. */
  private Object anyNumber() {
    int i = buffer[at] == '-' ? at + 1 : at;
    int first = i;
    while (buffer[i] >= '0' && buffer[i] <= '9') {
      i++;
    }
    boolean whole = buffer[i] != '.' && (buffer[i] | 0x20) != 'e' && i - first < 19;
    boolean negativeZero = first > at && buffer[first] == '0';
    if (whole && !negativeZero) {
      return int64();
    }
    return number();
  }

  /** Takes one value of any kind, to no use. */
  public void skip() {
    switch (next()) {
      case '"' -> string();
      case '{' -> {
        if (beginObject()) {
          do {
            key();
            skip();
          } while (moreFields());
        }
      }
      case '[' -> {
        if (beginList()) {
          do {
            skip();
          } while (moreValues());
        }
      }
      case 't', 'f' -> bool();
      case 'n' -> {
        if (!readNull()) {
          throw wrong("null");
        }
      }
      default -> number();
    }
  }

  /**
   * Takes the string at the cursor; returns which of the names it is, however it is escaped, or -1.
   */
  private int search(Names names) {
    for (int i = 0; i < names.quoted.length; i++) {
      if (matches(names.quoted[i])) {
        return i;
      }
    }
    return Arrays.asList(names.names).indexOf(string());
  }

  private int endOfNumber(int i) {
    char c = buffer[i];
    while ((c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-') {
      c = buffer[++i];
    }
    return i;
  }
}
