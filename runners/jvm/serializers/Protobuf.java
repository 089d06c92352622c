package wiremark.serializers;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import wiremark.kit.Serializer;

/** protobuf-java: converts the model's objects to messages and messages to bytes, and back. */
public final class Protobuf<T> implements Serializer<T> {
  public interface Conversion<T> {
    byte[] serialize(T value);

    T deserialize(byte[] document) throws InvalidProtocolBufferException;
  }

  /** Maximum nesting of messages; the library's default of 100 guards against untrusted input. */
  private static final int DEEPEST = 1000;

  private final Conversion<T> conversion;

  private Protobuf(Conversion<T> conversion) {
    this.conversion = conversion;
  }

  public static <T> Serializer<T> of(Conversion<T> conversion) {
    return new Protobuf<>(conversion);
  }

  /**
   * Parses as {@code parser.parseFrom(document)} does, with a higher nesting limit: each level of a
   * value of type any takes three messages.
   */
  public static <M> M parse(Parser<M> parser, byte[] document)
      throws InvalidProtocolBufferException {
    CodedInputStream in = CodedInputStream.newInstance(document);
    in.setRecursionLimit(DEEPEST);
    M message = parser.parseFrom(in);
    in.checkLastTagWas(0);
    return message;
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
