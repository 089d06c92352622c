package wiremark.kit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The limits that are called like serializers, so that they run in the serializers' loops. */
final class Limits {
  private Limits() {}

  /** Returns the document as it is: what is left is the harness's own cost. */
  static final class NoOp implements Serializer<Object> {
    @Override
    public Object parseTree(Object document) {
      return document;
    }
  }

  /** Copies the bytes of the document. */
  static final class Copy implements Serializer<Object> {
    @Override
    public Object serialize(Object document) {
      return ((byte[]) document).clone();
    }
  }

  /**
   * Looks for what JSON has to escape and encodes as UTF-8. All that it looks for is ASCII, so that
   * it may look at the encoded bytes, eight at a time.
   */
  static final class Write implements Serializer<Object> {
    private static final VarHandle WORDS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH = 0x80 * EACH;
    private static final long LOW = 0x7f * EACH;
    private static final long QUOTE = '"' * EACH;
    private static final long BACKSLASH = '\\' * EACH;
    private static final long UPPER = 0x60 * EACH;

    // Written so that looking can't be left out.
    @SuppressWarnings("unused")
    private long found;

    @Override
    public Object serialize(Object document) {
      byte[] bytes = ((String) document).getBytes(StandardCharsets.UTF_8);
      found += escapable(bytes);
      return bytes;
    }

    /** How many bytes are quotes, backslashes or below U+0020. */
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
     * The highest bit of each byte that is a quote, a backslash or below 0x20. Adding 0x7f reaches
     * the highest bit of all bytes but 0, and carries into no other.
     */
    private static long marks(long word) {
      long low = word & LOW;
      long others = ((low ^ QUOTE) + LOW) & ((low ^ BACKSLASH) + LOW) & ((low & UPPER) + LOW);
      return ~(others | word) & HIGH;
    }
  }
}
