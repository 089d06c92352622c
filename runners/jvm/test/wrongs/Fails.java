package wiremark.serializers;

import wiremark.kit.Serializer;

/** Does the work but for some documents, which it refuses. */
public final class Fails<T> implements Serializer<T> {
  private final Serializer<T> honest;

  private Fails(Serializer<T> honest) {
    this.honest = honest;
  }

  public static <T> Serializer<T> of(HandWritten.Codec<T> codec) {
    return new Fails<>(HandWritten.of(codec));
  }

  @Override
  public Object serialize(T value) throws Exception {
    String text = (String) honest.serialize(value);
    if (text.contains("\\u00")) {
      throw new IllegalStateException("no control characters, please");
    }
    return text;
  }

  @Override
  public T deserialize(Object document) throws Exception {
    if (((String) document).contains("\\u00")) {
      throw new IllegalStateException("no control characters, please");
    }
    return honest.deserialize(document);
  }
}
