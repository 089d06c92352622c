package wiremark.kit;

import java.io.IOException;

/**
 * Converts fixtures of one dataset (see {@link FixtureReader}) to objects and back; generated from
 * the schema.
 *
 * @param <T> the type of a document
 */
public interface Model<T> {
  T read(FixtureReader in) throws IOException;

  void write(FixtureWriter out, T value) throws IOException;

  /**
   * Returns the code of limit-walk (see {@link Walk}) for these documents.
   *
   * @throws UnsupportedOperationException if no walk was generated
   */
  default Walk<T> walk() {
    throw new UnsupportedOperationException("no walk over this model");
  }
}
