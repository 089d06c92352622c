package wiremark.kit;

/**
 * One module's serializer and model for one dataset. Each module has exactly one implementation,
 * the generated class {@code wiremark.generated.Entry} with a public constructor without
 * parameters.
 */
public interface Entry {
  /** The dataset's model. */
  Model<?> model();

  /**
   * The serializer for the dataset's root type.
   *
   * @throws UnsupportedOperationException if the library doesn't support these types; the message
   *     is the reason
   */
  Serializer<?> serializer() throws Exception;
}
