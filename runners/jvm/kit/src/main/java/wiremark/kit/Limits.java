package wiremark.kit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Minimal operations on documents: bounds for the speed of serializers (docs/PROTOCOL.md,
 * "Limits").
 */
final class Limits {
  static final String PREFIX = "limit-";

  private Limits() {}

  static Work of(String name, Model<Object> model) {
    return switch (name) {
      case "limit-no-op" -> new NoOp();
      case "limit-copy" -> new Copy();
      case "limit-write" -> new Write();
      case "limit-walk" -> new Visit(model, model.walk());
      default -> throw new UnsupportedOperationException("no " + name);
    };
  }

  private abstract static class Bytes implements Work {
    @Override
    public List<Object> read(Path file) throws Exception {
      return Frames.read(file, byte[].class);
    }

    @Override
    public final long length(Object result) {
      return Output.length(result);
    }

    @Override
    public final byte[] finish(Object result) throws Mismatch {
      return Output.copy("the limit", result, byte[].class);
    }
  }

  private static final class NoOp extends Bytes {
    @Override
    public Object run(Object input) {
      return input;
    }
  }

  private static final class Copy extends Bytes {
    @Override
    public Object run(Object input) {
      return ((byte[]) input).clone();
    }
  }

  /**
   * Encodes text as UTF-8 and counts the characters that JSON must escape. All of them are ASCII,
   * so their bytes can be counted, eight at a time.
   */
  static final class Write extends Bytes {
    private static final VarHandle WORDS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH = 0x80 * EACH;
    private static final long LOW = 0x7f * EACH;
    private static final long QUOTE = '"' * EACH;
    private static final long BACKSLASH = '\\' * EACH;
    private static final long UPPER = 0x60 * EACH;

    // Sum of all counts, so that the compiler can't remove the search.
    @SuppressWarnings("unused")
    private long found;

    @Override
    public List<Object> read(Path file) throws Exception {
      return Frames.read(file, String.class);
    }

    @Override
    public Object run(Object input) {
      byte[] bytes = ((String) input).getBytes(StandardCharsets.UTF_8);
      found += escapable(bytes);
      return bytes;
    }

    static int escapable(byte[] bytes) {
      int count = 0;
      int at = 0;
      for (; at <= bytes.length - 8; at += 8) {
        count += Long.bitCount(marks((long) WORDS.get(bytes, at)));
      }
      for (; at < bytes.length; at++) {
        int b = bytes[at] & 0xff;
        count += b == '"' || b == '\\' || b < 0x20 ? 1 : 0;
      }
      return count;
    }

    /**
     * Returns a word in which the highest bit of a byte is set if the byte is a quote, a backslash
     * or below 0x20. Adding 0x7f to the lower seven bits of a byte sets its highest bit unless they
     * are 0, and never carries into the next byte.
     */
    private static long marks(long word) {
      long low = word & LOW;
      long others = ((low ^ QUOTE) + LOW) & ((low ^ BACKSLASH) + LOW) & ((low & UPPER) + LOW);
      return ~(others | word) & HIGH;
    }
  }

  /**
   * Visits every value of a document. The length that it reports is the number of scalar values
   * that aren't null.
   */
  private static final class Visit implements Work {
    private final Model<Object> model;
    private final Walk<Object> walk;
    private long leaves;

    Visit(Model<Object> model, Walk<Object> walk) {
      this.model = model;
      this.walk = walk;
    }

    @Override
    public List<Object> read(Path file) throws Exception {
      return FixtureReader.readAll(file, model);
    }

    @Override
    public Object run(Object input) {
      leaves = walk.walk(input);
      return null;
    }

    @Override
    public long length(Object result) {
      return leaves;
    }

    @Override
    public byte[] finish(Object result) {
      return null;
    }
  }
}
