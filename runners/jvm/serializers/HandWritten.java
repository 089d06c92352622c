package wiremark.serializers;

import wiremark.kit.Serializer;

/**
 * JSON without a library, to show which speed is possible: code generated from the schema, with a
 * writer and a reader that do only what JSON needs.
 */
public final class HandWritten<T> implements Serializer<T> {
  public interface Codec<T> {
    void write(JsonWriter out, T value);

    T read(JsonReader in);
  }

  private final Codec<T> codec;
  private final JsonWriter writer = new JsonWriter();
  private final JsonReader reader = new JsonReader();

  private HandWritten(Codec<T> codec) {
    this.codec = codec;
  }

  public static <T> Serializer<T> of(Codec<T> codec) {
    return new HandWritten<>(codec);
  }

  @Override
  public Object serialize(T value) {
    writer.reset();
    codec.write(writer, value);
    return writer.finish();
  }

  @Override
  public T deserialize(Object document) {
    reader.reset((String) document);
    T value = codec.read(reader);
    reader.end();
    return value;
  }
}
