package wiremark.kit;

/**
 * What a module offers: one serializer for one dataset. Each module has exactly one implementation,
 * generated, with the name {@code wiremark.generated.Entry} and a public constructor without
 * parameters.
 */
public interface Entry {
  /** The dataset's model. */
  Model<?> model();

  /**
   * The serializer for the dataset's root type.
   *
   * @throws UnsupportedOperationException with the reason, if the library can't do these types
   */
  Serializer<?> serializer() throws Exception;
}
