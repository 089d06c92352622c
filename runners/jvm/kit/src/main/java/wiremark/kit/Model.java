package wiremark.kit;

import java.io.IOException;

/**
 * Carries one dataset's documents between fixtures and the generated model; itself generated from
 * the schema.
 *
 * @param <T> the model's root type
 */
public interface Model<T> {
  /** Reads one document. */
  T read(FixtureReader in) throws IOException;

  /** Writes one document, fields in any order, numbers of any width. */
  void write(FixtureWriter out, T value) throws IOException;

  /**
   * A walk over documents of this model.
   *
   * @throws UnsupportedOperationException if none is generated for it
   */
  default Walk<T> walk() {
    throw new UnsupportedOperationException("no walk over this model");
  }
}
