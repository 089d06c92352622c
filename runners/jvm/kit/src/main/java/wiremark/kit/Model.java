package wiremark.kit;

import java.io.IOException;

/**
 * Reads fixtures of one dataset as objects, and writes objects as fixtures; generated from the
 * schema.
 *
 * @param <T> the type of a document
 */
public interface Model<T> {
  T read(FixtureReader in) throws IOException;

  void write(FixtureWriter out, T value) throws IOException;

  /**
   * Returns the code of limit-walk for these documents.
   *
   * @throws UnsupportedOperationException if no walk was generated
   */
  default Walk<T> walk() {
    throw new UnsupportedOperationException("no walk over this model");
  }
}
