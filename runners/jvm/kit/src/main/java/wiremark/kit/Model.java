package wiremark.kit;

import java.io.IOException;

/**
 * Reads and writes fixtures of one dataset as objects of its classes; generated from the schema.
 *
 * @param <T> the model's root type
 */
public interface Model<T> {
  T read(FixtureReader in) throws IOException;

  /** Writes one document; fields may be in any order. */
  void write(FixtureWriter out, T value) throws IOException;

  /**
   * Returns the walk over this model's documents.
   *
   * @throws UnsupportedOperationException if no walk was generated
   */
  default Walk<T> walk() {
    throw new UnsupportedOperationException("no walk over this model");
  }
}
