package wiremark.kit;

/**
 * The serializer and the model that the build program generated for one serializer and dataset. The
 * only implementation is {@code wiremark.generated.Entry}, whose constructor is public and has no
 * parameters.
 */
public interface Entry {
  Model<?> model();

  /**
   * Returns the serializer for the type of the dataset's documents.
   *
   * @throws UnsupportedOperationException if the library doesn't support these types; the message
   *     is the reason
   */
  Serializer<?> serializer() throws Exception;
}
