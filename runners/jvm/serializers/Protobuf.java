package wiremark.serializers;

import com.google.protobuf.InvalidProtocolBufferException;
import wiremark.kit.Serializer;

/** protobuf-java: objects of the model to messages to bytes, and back. */
public final class Protobuf<T> implements Serializer<T> {
  /** Between the model and the messages that protoc generates; itself generated from the schema. */
  public interface Conversion<T> {
    byte[] serialize(T value);

    T deserialize(byte[] document) throws InvalidProtocolBufferException;
  }

  private final Conversion<T> conversion;

  private Protobuf(Conversion<T> conversion) {
    this.conversion = conversion;
  }

  public static <T> Serializer<T> of(Conversion<T> conversion) {
    return new Protobuf<>(conversion);
  }

  @Override
  public Object serialize(T value) {
    return conversion.serialize(value);
  }

  @Override
  public T deserialize(Object document) throws InvalidProtocolBufferException {
    return conversion.deserialize((byte[]) document);
  }
}
