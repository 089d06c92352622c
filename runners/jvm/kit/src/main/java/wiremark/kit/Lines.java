package wiremark.kit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/** Reads and writes lines of the protocol (docs/PROTOCOL.md, "Lines"). */
final class Lines {
  record Line(String key, String value) {}

  private final InputStream in;
  private final OutputStream out;

  Lines(InputStream in, OutputStream out) {
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  Line read() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int b = in.read();
    if (b < 0) {
      return null;
    }
    while (b >= 0 && b != '\n') {
      bytes.write(b);
      b = in.read();
    }
    String line = bytes.toString(StandardCharsets.UTF_8);
    int space = line.indexOf(' ');
    return space < 0
        ? new Line(line, "")
        : new Line(line.substring(0, space), unescape(line.substring(space + 1)));
  }

  /**
   * Writes one line and flushes it. Doesn't concatenate with {@code +}: its first uses in a process
   * take 20 ms, because the JVM generates code for it at run time.
   */
  void write(Object... words) throws IOException {
    StringJoiner line = new StringJoiner(" ", "", "\n");
    for (Object word : words) {
      line.add(escape(word.toString()));
    }
    out.write(line.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  static String escape(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  static String unescape(String value) {
    if (value.indexOf('\\') < 0) {
      return value;
    }
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        c = value.charAt(++i);
        text.append(c == 'n' ? '\n' : c == 'r' ? '\r' : c);
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
