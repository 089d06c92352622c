package wiremark.kit;

/**
 * Gives the kit a serializer and the model of a dataset. The only implementation is {@code
 * wiremark.generated.Entry}, which the build program generates; its constructor is public and has
 * no parameters.
 */
public interface Entry {
  Model<?> model();

  /**
   * Returns the serializer for the type of the dataset's documents.
   *
   * @throws UnsupportedOperationException if the library doesn't support this type; the message is
   *     the reason
   */
  Serializer<?> serializer() throws Exception;
}
