package wiremark.serializers;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import wiremark.kit.Serializer;

/** The standard wrong serializers (test/contract/runtime/wrongs.ts), except the lazy ones. */
public final class Wrongs {
  private Wrongs() {}

  public static <T> Serializer<T> of(HandWritten.Codec<T> codec, String id) {
    Serializer<T> right = HandWritten.of(codec);
    return switch (id) {
      case "right" -> right;
      case "remembers" -> remembers(right);
      case "stale" -> stale(right);
      case "grows" -> grows(right);
      case "one-buffer" -> oneBuffer(right);
      case "fails" -> fails(right);
      default -> works(Integer.parseInt(id.replace("work-", "")));
    };
  }

  private static <T> Serializer<T> works(int count) {
    return new Serializer<>() {
      private double x = 1;

      @Override
      public Object serialize(T value) {
        for (int i = 0; i < count; i++) {
          x = x * 0.9999999 + 0.5;
        }
        return x > 0 ? "positive" : "negative";
      }
    };
  }

  private static <T> Serializer<T> remembers(Serializer<T> right) {
    Map<T, Object> written = new IdentityHashMap<>();
    Map<Object, T> read = new HashMap<>();
    return new Serializer<>() {
      @Override
      public Object serialize(T value) throws Exception {
        if (!written.containsKey(value)) {
          written.put(value, right.serialize(value));
        }
        return written.get(value);
      }

      @Override
      public T deserialize(Object document) throws Exception {
        if (!read.containsKey(document)) {
          read.put(document, right.deserialize(document));
        }
        return read.get(document);
      }
    };
  }

  /** From its hundredth call on, returns its previous result every other time. */
  private static <T> Serializer<T> stale(Serializer<T> right) {
    return new Serializer<>() {
      private int calls = 0;
      private Object written;
      private T read;

      @Override
      public Object serialize(T value) throws Exception {
        if (works()) {
          written = right.serialize(value);
        }
        return written;
      }

      @Override
      public T deserialize(Object document) throws Exception {
        if (works()) {
          read = right.deserialize(document);
        }
        return read;
      }

      private boolean works() {
        calls++;
        return calls < 100 || calls % 2 == 0;
      }
    };
  }

  /** Returns the last 1,000 characters of earlier results, followed by the new document. */
  private static <T> Serializer<T> grows(Serializer<T> right) {
    StringBuilder written = new StringBuilder();
    return new Serializer<>() {
      @Override
      public Object serialize(T value) throws Exception {
        written.delete(0, Math.max(0, written.length() - 1000)).append(right.serialize(value));
        return written.toString();
      }
    };
  }

  private static <T> Serializer<T> oneBuffer(Serializer<T> right) {
    Map<Integer, byte[]> buffers = new HashMap<>();
    return new Serializer<>() {
      @Override
      public Object serialize(T value) throws Exception {
        byte[] written = ((String) right.serialize(value)).getBytes(StandardCharsets.UTF_8);
        byte[] buffer = buffers.computeIfAbsent(written.length, byte[]::new);
        System.arraycopy(written, 0, buffer, 0, buffer.length);
        return buffer;
      }
    };
  }

  /** Rejects documents with escaped control characters. */
  private static <T> Serializer<T> fails(Serializer<T> right) {
    return new Serializer<>() {
      @Override
      public Object serialize(T value) throws Exception {
        return checked(right.serialize(value));
      }

      @Override
      public T deserialize(Object document) throws Exception {
        return right.deserialize(checked(document));
      }

      private Object checked(Object text) {
        if (((String) text).contains("\\u00")) {
          throw new IllegalStateException("no control characters, please");
        }
        return text;
      }
    };
  }
}
