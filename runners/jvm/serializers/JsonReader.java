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
 * Reads JSON from chars for generated code that knows the schema. Fields in the schema's order cost
 * one comparison each; other orders work too.
 */
public final class JsonReader extends JsonCursor {
  /** A record's field names or an enum's values, as spelled in documents. */
  public static final class Names {
    private final String[] names;
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

  public boolean readNull() {
    return next() == 'n' && literal("null");
  }

  /**
   * Reads a field's name and colon; returns the index of the name in {@code names}, or -1.
   *
   * @param guess the most likely index; may be one past the last
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

  /**
   * Refuses a record that lacks required fields.
   *
   * @param first index in {@code names} of the field of bit 0
   * @param missing a bit for each missing field
   */
  public void require(Names names, int first, long missing) {
    if (missing != 0) {
      throw wrong("field " + names.names[first + Long.numberOfTrailingZeros(missing)]);
    }
  }

  public String key() {
    String key = string();
    if (next() != ':') {
      throw wrong("a colon");
    }
    at++;
    return key;
  }

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
    // Computes the negative value, whose range is larger.
    long value = 0;
    int digit;
    while ((digit = from[i] - '0') >= 0 && digit <= 9) {
      value = value * 10 - digit;
      i++;
    }
    int digits = i - first;
    checkDigits(first, digits);
    boolean whole = from[i] != '.' && (from[i] | 0x20) != 'e';
    // A number of 19 digits that is out of range overflows to the other sign.
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
    int first = i;
    long value = 0;
    int scale = 0;
    int digit;
    while ((digit = from[i] - '0') >= 0 && digit <= 9) {
      value = value * 10 + digit;
      i++;
    }
    int digits = i - first;
    checkDigits(first, digits);
    if (from[i] == '.') {
      int point = i++;
      while ((digit = from[i] - '0') >= 0 && digit <= 9) {
        value = value * 10 + digit;
        i++;
      }
      scale = i - point - 1;
      if (scale == 0) {
        throw wrong("a digit after the point");
      }
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

  public byte[] bytes() {
    int start = beginPlain();
    String text = new String(buffer, start, at - 1 - start);
    // A slash may be escaped in JSON.
    text = text.indexOf('\\') < 0 ? text : text.replace("\\/", "/");
    return Base64.getDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
  }

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

  /**
   * Returns a {@link Long} for an integer of at most 18 digits, except -0; otherwise a {@link
   * Double}.
   */
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

  private int search(Names names) {
    for (int i = 0; i < names.quoted.length; i++) {
      if (matches(names.quoted[i])) {
        return i;
      }
    }
    return Arrays.asList(names.names).indexOf(string());
  }

  /** Refuses a number without digits, or with a zero before other digits. */
  private void checkDigits(int first, int digits) {
    if (digits == 0 || (digits > 1 && buffer[first] == '0')) {
      throw wrong("a number");
    }
  }

  private int endOfNumber(int i) {
    char c = buffer[i];
    while ((c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-') {
      c = buffer[++i];
    }
    return i;
  }
}
