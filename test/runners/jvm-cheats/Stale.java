package wiremark.serializers;

import wiremark.kit.Serializer;

/** Works until it thinks that nobody looks any more, then gives what it gave last; but never twice in a row. */
public final class Stale<T> implements Serializer<T> {
  private static final int HONEST_CALLS = 2000;

  private final Serializer<T> honest;
  private int calls = 0;
  private Object written;
  private T read;

  private Stale(Serializer<T> honest) {
    this.honest = honest;
  }

  public static <T> Serializer<T> of(HandWritten.Codec<T> codec) {
    return new Stale<>(HandWritten.of(codec));
  }

  @Override
  public Object serialize(T value) throws Exception {
    if (works()) {
      written = honest.serialize(value);
    }
    return written;
  }

  @Override
  public T deserialize(Object document) throws Exception {
    if (works()) {
      read = honest.deserialize(document);
    }
    return read;
  }

  private boolean works() {
    return ++calls < HONEST_CALLS || calls % 2 == 0;
  }
}
