package wiremark.serializers;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * Reads JSON from chars, guided by generated code that knows what comes. Fields are expected in the
 * schema's order, which costs one comparison each, and found in any other.
 */
public final class JsonReader {
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

  private char[] buffer = new char[4096];
  private int end;
  private int at;
  private StringBuilder scratch;

  void reset(String document) {
    end = document.length();
    // One more, so that looking at the next char needs no check: the end looks like a NUL, which
    // JSON doesn't allow.
    if (buffer.length <= end) {
      buffer = new char[end + end / 2 + 1];
    }
    document.getChars(0, end, buffer, 0);
    buffer[end] = 0;
    at = 0;
  }

  void end() {
    if (next() != 0 || at != end) {
      throw wrong("the end");
    }
  }

  /** Takes a null if there is one. */
  public boolean readNull() {
    return next() == 'n' && literal("null");
  }

  /** Takes the beginning of an object; false if it is empty, which is then taken whole. */
  public boolean beginObject() {
    return begin('{', '}');
  }

  /** Takes a comma between fields, or the end of the object: false. */
  public boolean moreFields() {
    return more('}');
  }

  /** Takes the beginning of a list; false if it is empty, which is then taken whole. */
  public boolean beginList() {
    return begin('[', ']');
  }

  /** Takes a comma between values, or the end of the list: false. */
  public boolean moreValues() {
    return more(']');
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

  public String string() {
    if (next() != '"') {
      throw wrong("a string");
    }
    char[] from = buffer;
    int start = at + 1;
    for (int i = start; ; i++) {
      char c = from[i];
      if (c == '"') {
        at = i + 1;
        return new String(from, start, i - start);
      }
      if (c == '\\') {
        return unescape(start, i);
      }
      if (c < ' ') {
        at = i;
        throw wrong("a char of a string");
      }
    }
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

  /** Takes one value of any kind. */
  public void skip() {
    switch (next()) {
      case '"' -> string();
      case '{' -> {
        if (beginObject()) {
          do {
            next();
            string();
            if (next() != ':') {
              throw wrong("a colon");
            }
            at++;
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
   * Takes a string that needs no escapes but may have them; returns where it starts. It ends before
   * the last char.
   */
  private int beginPlain() {
    if (next() != '"') {
      throw wrong("a string");
    }
    int start = at + 1;
    int i = start;
    while (buffer[i] != '"') {
      if (buffer[i] < ' ') {
        at = i;
        throw wrong("a char of a string");
      }
      i++;
    }
    at = i + 1;
    return start;
  }

  private char next() {
    char c = buffer[at];
    while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      c = buffer[++at];
    }
    return c;
  }

  private boolean begin(char open, char close) {
    if (next() != open) {
      throw wrong("'" + open + "'");
    }
    at++;
    if (next() != close) {
      return true;
    }
    at++;
    return false;
  }

  private boolean more(char close) {
    char c = next();
    if (c != ',' && c != close) {
      throw wrong("a comma or '" + close + "'");
    }
    at++;
    return c == ',';
  }

  private boolean literal(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (buffer[at + i] != text.charAt(i)) {
        return false;
      }
    }
    at += text.length();
    return true;
  }

  /** Takes the string at the cursor if it is spelled just so. */
  private boolean matches(char[] quoted) {
    int length = quoted.length;
    if (end - at < length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (buffer[at + i] != quoted[i]) {
        return false;
      }
    }
    at += length;
    return true;
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

  /** Takes the rest of a string whose first backslash is at {@code i}. */
  private String unescape(int start, int i) {
    if (scratch == null) {
      scratch = new StringBuilder();
    }
    scratch.setLength(0);
    int copied = start;
    for (; ; i++) {
      char c = buffer[i];
      if (c == '"') {
        scratch.append(buffer, copied, i - copied);
        at = i + 1;
        return scratch.toString();
      }
      if (c < ' ') {
        at = i;
        throw wrong("a char of a string");
      }
      if (c == '\\') {
        scratch.append(buffer, copied, i - copied);
        at = ++i;
        scratch.append(escaped(buffer[i]));
        if (buffer[i] == 'u') {
          i += 4;
        }
        copied = i + 1;
      }
    }
  }

  private char escaped(char letter) {
    return switch (letter) {
      case '"', '\\', '/' -> letter;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int code = 0;
        for (int i = 1; i <= 4; i++) {
          int digit = at + i < end ? Character.digit(buffer[at + i], 16) : -1;
          if (digit < 0) {
            throw wrong("four hexadecimal digits");
          }
          code = code << 4 | digit;
        }
        yield (char) code;
      }
      default -> throw wrong("an escape");
    };
  }

  private IllegalArgumentException wrong(String expected) {
    return new IllegalArgumentException("expected " + expected + " at char " + at);
  }
}
