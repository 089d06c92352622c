package wiremark.kit;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * A type with its type arguments, as libraries want it that find out by reflection what to read:
 * {@code new TypeOf<List<User>>() {}.type()}.
 *
 * @param <T> the type
 */
public abstract class TypeOf<T> {
  protected TypeOf() {}

  /** What the subclass was made with. */
  public final Type type() {
    return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
  }
}
