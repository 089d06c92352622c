package wiremark.serializers;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import wiremark.kit.Serializer;

/** The standard wrong serializers (test/contract/runtime/wrongs.ts), but for those that are lazy. */
public final class Wrongs {
  private Wrongs() {}

  public static <T> Serializer<T> of(HandWritten.Codec<T> codec, String id) {
    Serializer<T> right = HandWritten.of(codec);
    return switch (id) {
      case "right" -> right;
      case "remembers" -> remembers(right);
      case "remembers-with-a-delay" -> remembersWithADelay(right);
      case "stale" -> stale(right);
      case "later" -> later(right);
      case "one-buffer" -> oneBuffer(right);
      case "fails" -> fails(right);
      default -> throw new IllegalArgumentException(id);
    };
  }

  /** Keeps what it wrote for each object, and what it read from each document. */
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

  /**
   * Does the work once for what it knows, in place of a wait, and many times for what is new. A
   * wait by the clock would be as long as the work took before it was compiled.
   */
  private static <T> Serializer<T> remembersWithADelay(Serializer<T> right) {
    Map<T, Object> written = new IdentityHashMap<>();
    return new Serializer<>() {
      @Override
      public Object serialize(T value) throws Exception {
        Object made = right.serialize(value);
        if (written.containsKey(value)) {
          return written.get(value);
        }
        // After the first document the work is as fast for known documents as for new ones.
        int most = written.isEmpty() ? 50_000 : 64;
        for (int times = 1; times < most; times++) {
          made = right.serialize(value);
        }
        written.put(value, made);
        return made;
      }
    };
  }

  /**
   * Works while somebody may look, then every other time only; between, it gives what it gave last.
   * After a pause other documents may have come, and somebody may look at all that it makes of
   * them.
   */
  private static <T> Serializer<T> stale(Serializer<T> right) {
    return new Serializer<>() {
      private int calls = 0;
      private long last = System.nanoTime();
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
        long now = System.nanoTime();
        calls = now - last > 50_000_000 ? 0 : calls + 1;
        last = now;
        return calls < 2000 || calls % 2 == 0;
      }
    };
  }

  /** Returns an empty array, which another thread fills a moment later. */
  private static <T> Serializer<T> later(Serializer<T> right) {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread made = new Thread(work);
              made.setDaemon(true);
              return made;
            });
    return new Serializer<>() {
      @Override
      public Object serialize(T value) throws Exception {
        byte[] written = bytes(right, value);
        byte[] result = new byte[written.length];
        Runnable fill = () -> System.arraycopy(written, 0, result, 0, result.length);
        thread.schedule(fill, 20, TimeUnit.MILLISECONDS);
        return result;
      }
    };
  }

  /** Hands out one array for all documents of a length. */
  private static <T> Serializer<T> oneBuffer(Serializer<T> right) {
    Map<Integer, byte[]> buffers = new HashMap<>();
    return new Serializer<>() {
      @Override
      public Object serialize(T value) throws Exception {
        byte[] written = bytes(right, value);
        byte[] buffer = buffers.computeIfAbsent(written.length, byte[]::new);
        System.arraycopy(written, 0, buffer, 0, buffer.length);
        return buffer;
      }
    };
  }

  private static <T> byte[] bytes(Serializer<T> right, T value) throws Exception {
    return ((String) right.serialize(value)).getBytes(StandardCharsets.UTF_8);
  }

  /** Does the work but for some documents, which it refuses. */
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
