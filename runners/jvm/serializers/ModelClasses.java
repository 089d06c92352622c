package wiremark.serializers;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;

/** The generated classes that a document consists of: libraries want them registered. */
final class ModelClasses {
  private ModelClasses() {}

  /** Records and enums, in the order in which they are met from the root: the same each time. */
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
