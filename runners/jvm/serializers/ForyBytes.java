package wiremark.serializers;

import java.lang.reflect.Type;
import org.apache.fory.Fory;
import wiremark.kit.Serializer;

/**
 * Fory's native mode, as its guide has it for the same classes on both sides
 * (https://fory.apache.org/docs/guide/java/): one instance for a thread, made once and used again;
 * classes registered; without compatible mode, which is for schemas that change and is slower; and
 * without tracking references, of which documents have none.
 */
public final class ForyBytes<T> implements Serializer<T> {
  private final Fory fory;

  private ForyBytes(Type root) {
    fory = Fory.builder().withXlang(false).withCompatible(false).withRefTracking(false).build();
    ModelClasses.of(root).forEach(fory::register);
  }

  public static <T> Serializer<T> of(Type root) {
    return new ForyBytes<>(root);
  }

  @Override
  public Object serialize(T value) {
    return fory.serialize(value);
  }

  @Override
  @SuppressWarnings("unchecked")
  public T deserialize(Object document) {
    return (T) fory.deserialize((byte[]) document);
  }
}
