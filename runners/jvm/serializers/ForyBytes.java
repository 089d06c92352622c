package wiremark.serializers;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.apache.fory.Fory;
import wiremark.kit.Serializer;

/**
 * Fory's native mode, as its guide recommends for the same classes on both sides
 * (https://fory.apache.org/docs/guide/java/): one reused instance per thread; registered classes;
 * no compatible mode, which is for changing schemas and slower; no reference tracking, since
 * documents contain no references.
 */
public final class ForyBytes<T> implements Serializer<T> {
  /**
   * Maximum depth of lists: each level multiplies the size of Fory's generated code; six levels
   * take minutes.
   */
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
