package wiremark.kit;

/**
 * One contender for one dataset's root type. It overrides what it can do; the rest stays
 * unsupported. A document is a {@link String} for the output kind {@code text} and a {@code byte[]}
 * for {@code bytes}. One thread calls it, so it may keep buffers, but what it has returned must not
 * change afterwards, and threads of its own wait while nobody calls it.
 *
 * @param <T> the generated model's root type
 */
public interface Serializer<T> {
  /** Task {@code serialize}: the finished document. */
  default Object serialize(T value) throws Exception {
    throw new UnsupportedOperationException("no task serialize");
  }

  /** Task {@code deserialize}: new objects of the model. */
  default T deserialize(Object document) throws Exception {
    throw new UnsupportedOperationException("no task deserialize");
  }

  /** Task {@code to-tree}: the library's own tree. */
  default Object toTree(T value) throws Exception {
    throw new UnsupportedOperationException("no task to-tree");
  }

  /** Task {@code parse-tree}: the library's own tree. */
  default Object parseTree(Object document) throws Exception {
    throw new UnsupportedOperationException("no task parse-tree");
  }

  /** What the library itself writes for a tree of its own; never timed. */
  default Object writeTree(Object tree) throws Exception {
    throw new UnsupportedOperationException("no tree");
  }
}
