package wiremark.serializers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Type;
import wiremark.kit.Serializer;

/**
 * The JDK's own serialization, of classes that implement Serializable without methods of their own.
 * Each document needs new streams, since a stream describes each class once and remembers every
 * object (https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/output.html).
 */
public final class JavaSerialization<T> implements Serializer<T> {
  private JavaSerialization() {}

  public static <T> Serializer<T> of(Type root) {
    return new JavaSerialization<>();
  }

  @Override
  public Object serialize(T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  @Override
  @SuppressWarnings("unchecked")
  public T deserialize(Object document) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream((byte[]) document))) {
      return (T) in.readObject();
    }
  }
}
