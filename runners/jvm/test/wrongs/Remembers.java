package wiremark.serializers;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import wiremark.kit.Serializer;

/** Keeps what it wrote for each object, and what it read from each document. */
public final class Remembers<T> implements Serializer<T> {
  private final Serializer<T> honest;
  private final Map<T, Object> written = new IdentityHashMap<>();
  private final Map<Object, T> read = new HashMap<>();

  private Remembers(Serializer<T> honest) {
    this.honest = honest;
  }

  public static <T> Serializer<T> of(HandWritten.Codec<T> codec) {
    return new Remembers<>(HandWritten.of(codec));
  }

  @Override
  public Object serialize(T value) throws Exception {
    Object kept = written.get(value);
    if (kept == null) {
      kept = honest.serialize(value);
      written.put(value, kept);
    }
    return kept;
  }

  @Override
  public T deserialize(Object document) throws Exception {
    T kept = read.get(document);
    if (kept == null) {
      kept = honest.deserialize(document);
      read.put(document, kept);
    }
    return kept;
  }
}
