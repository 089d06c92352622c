package wiremark.kit;

/**
 * The code of limit-walk (see {@link Limits}), generated from the schema: visits an object graph
 * and reads every value.
 *
 * @param <T> the type of a document
 */
public interface Walk<T> {
  /** Visits one document; returns the number of scalar values that aren't null. */
  int walk(T value);
}
