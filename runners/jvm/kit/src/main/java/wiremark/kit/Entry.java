package wiremark.kit;

/**
 * The serializer and the model of one module, which the build program generates for one serializer
 * and dataset. The only implementation is the generated class {@code wiremark.generated.Entry},
 * which has a public constructor without parameters.
 */
public interface Entry {
  Model<?> model();

  /**
   * Returns the serializer for the type of the dataset's documents.
   * @throws UnsupportedOperationException if the library doesn't support these types; the message
   *     is the reason
   */
  Serializer<?> serializer() throws Exception;
}
