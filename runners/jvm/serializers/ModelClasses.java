package wiremark.serializers;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;

/** The generated classes of a dataset, for libraries that need them registered. */
final class ModelClasses {
  private ModelClasses() {}

  /**
   * Returns records and enums in the order of a traversal from the root: always the same order, by
   * which libraries number the registered classes.
   */
  static Set<Class<?>> of(Type root) {
    Set<Class<?>> found = new LinkedHashSet<>();
    collect(root, found);
    return found;
  }

  private static void collect(Type type, Set<Class<?>> found) {
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        collect(argument, found);
      }
    } else if (type instanceof Class<?> own
        && own.getName().startsWith("wiremark.models.")
        && found.add(own)
        && !own.isEnum()) {
      for (Field field : own.getDeclaredFields()) {
        collect(field.getGenericType(), found);
      }
    }
  }
}
