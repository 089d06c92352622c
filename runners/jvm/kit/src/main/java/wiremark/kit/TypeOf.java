package wiremark.kit;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Captures a type with its type arguments, for libraries that deserialize by reflection: {@code new
 * TypeOf<List<User>>() {}.type()}.
 *
 * @param <T> the type
 */
public abstract class TypeOf<T> {
  protected TypeOf() {}

  public final Type type() {
    return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
  }
}
