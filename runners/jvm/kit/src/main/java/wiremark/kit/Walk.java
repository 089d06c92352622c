package wiremark.kit;

/**
 * The limit {@code walk}: visits an object graph and reads every value, in straight-line code
 * generated from the schema.
 *
 * @param <T> the model's root type
 */
public interface Walk<T> {
  /** Visits one document; returns the number of non-null leaves. */
  int walk(T value);
}
