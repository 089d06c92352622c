package wiremark.kit;

/**
 * One library's serializer for the documents of one dataset. It overrides the methods of the tasks
 * that it supports. A serialized document is a {@link String} for the output kind {@code text} and
 * a {@code byte[]} for {@code bytes}. Only one thread calls these methods, so they may reuse
 * buffers, but a returned object must not change later. Threads that the serializer starts must be
 * idle between calls.
 *
 * @param <T> the type of the objects, generated from the schema
 */
public interface Serializer<T> {
  default Object serialize(T value) throws Exception {
    throw new UnsupportedOperationException("no task serialize");
  }

  default T deserialize(Object document) throws Exception {
    throw new UnsupportedOperationException("no task deserialize");
  }

  /** Task {@code to-tree}: converts objects to the library's own tree of values. */
  default Object toTree(T value) throws Exception {
    throw new UnsupportedOperationException("no task to-tree");
  }

  default Object parseTree(Object document) throws Exception {
    throw new UnsupportedOperationException("no task parse-tree");
  }

  /** Writes a tree with the library's own writer, so that wiremark can verify it; never timed. */
  default Object writeTree(Object tree) throws Exception {
    throw new UnsupportedOperationException("no tree");
  }
}
