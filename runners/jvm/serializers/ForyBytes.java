package wiremark.serializers;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.apache.fory.Fory;
import wiremark.kit.Serializer;

/**
 * Fory's native mode, as its guide has it for the same classes on both sides
 * (https://fory.apache.org/docs/guide/java/): one instance for a thread, made once and used again;
 * classes registered; without compatible mode, which is for schemas that change and is slower; and
 * without tracking references, of which documents have none.
 */
public final class ForyBytes<T> implements Serializer<T> {
  /** The code that it makes is several times as long for each list in a list: six take minutes. */
  private static final int MOST_LISTS = 4;

  private final Fory fory;

  private ForyBytes(Type root) {
    fory = Fory.builder().withXlang(false).withCompatible(false).withRefTracking(false).build();
    refuseDeepLists(root);
    for (Class<?> type : ModelClasses.of(root)) {
      for (Field field : type.getDeclaredFields()) {
        refuseDeepLists(field.getGenericType());
      }
      fory.register(type);
    }
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

  private static void refuseDeepLists(Type type) {
    if (lists(type) > MOST_LISTS) {
      throw new UnsupportedOperationException(
          "Fory takes minutes to generate code for lists more than " + MOST_LISTS + " deep");
    }
  }

  private static int lists(Type type) {
    if (!(type instanceof ParameterizedType generic)) {
      return 0;
    }
    Type[] arguments = generic.getActualTypeArguments();
    return lists(arguments[arguments.length - 1]) + (generic.getRawType() == List.class ? 1 : 0);
  }
}
