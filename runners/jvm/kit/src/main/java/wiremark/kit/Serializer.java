package wiremark.kit;

/**
 * One library's serializer for a dataset's root type. It overrides the tasks that it supports. A
 * document is a {@link String} for the output kind {@code text} and a {@code byte[]} for {@code
 * bytes}. A single thread calls it, so that it may reuse buffers, but an object that it has
 * returned must not change later. Its own threads must be idle between calls.
 *
 * @param <T> the generated model's root type
 */
public interface Serializer<T> {
  /** Task {@code serialize}: returns the finished document. */
  default Object serialize(T value) throws Exception {
    throw new UnsupportedOperationException("no task serialize");
  }

  /** Task {@code deserialize}: returns new objects of the model. */
  default T deserialize(Object document) throws Exception {
    throw new UnsupportedOperationException("no task deserialize");
  }

  /** Task {@code to-tree}: returns the library's own tree. */
  default Object toTree(T value) throws Exception {
    throw new UnsupportedOperationException("no task to-tree");
  }

  /** Task {@code parse-tree}: returns the library's own tree. */
  default Object parseTree(Object document) throws Exception {
    throw new UnsupportedOperationException("no task parse-tree");
  }

  /** Writes a tree by the library's own writer; never timed. */
  default Object writeTree(Object tree) throws Exception {
    throw new UnsupportedOperationException("no tree");
  }
}
