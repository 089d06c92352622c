package wiremark.kit;

/**
 * The bound {@code walk}: visits an object graph and reads every value in it, by straight-line code
 * that is generated from the schema.
 *
 * @param <T> the model's root type
 */
public interface Walk<T> {
  /** Visits one document; returns how many leaves aren't null. */
  int walk(T value);
}
