package wiremark.serializers;

/** Reads punctuation and strings at the current position of a JSON document. */
abstract class JsonCursor {
  char[] buffer = new char[4096];
  int end;
  int at;
  private StringBuilder scratch;

  void reset(String document) {
    end = document.length();
    // One more char for a NUL at the end, so that reading the next char needs no bounds check. JSON
    // allows no NUL.
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

  /** Reads the start of an object; returns whether it has fields. If not, also reads its end. */
  public boolean beginObject() {
    return begin('{', '}');
  }

  public boolean moreFields() {
    return more('}');
  }

  public boolean beginList() {
    return begin('[', ']');
  }

  public boolean moreValues() {
    return more(']');
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

  /**
   * Reads a string of a type that needs no escapes, such as an instant. Returns the index of its
   * first char; its closing quote is at {@code at - 1}.
   */
  int beginPlain() {
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

  char next() {
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

  boolean literal(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (buffer[at + i] != text.charAt(i)) {
        return false;
      }
    }
    at += text.length();
    return true;
  }

  boolean matches(char[] quoted) {
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
          char c = at + i < end ? buffer[at + i] : 0;
          int digit = c < 128 ? Character.digit(c, 16) : -1;
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

  IllegalArgumentException wrong(String expected) {
    return new IllegalArgumentException("expected " + expected + " at char " + at);
  }
}
