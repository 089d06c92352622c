package wiremark.kit;

/**
 * What a module offers. Each module has exactly one implementation, generated, with the name {@code
 * wiremark.generated.Entry} and a public constructor without parameters.
 */
public interface Entry {
  /** The dataset's model; {@code null} if the module was built without this dataset. */
  Model<?> model(String dataset);

  /**
   * The module's serializer for the dataset's root type; {@code null} if the module was built
   * without this dataset.
   *
   * @throws UnsupportedOperationException with the reason, if the library can't do these types
   */
  Serializer<?> serializer(String dataset) throws Exception;
}
