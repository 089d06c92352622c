package wiremark.kit;

import java.nio.file.Path;
import java.util.List;

/** The operation that a process repeats: a serializer's task or a limit. */
interface Work {
  /** Reads the inputs from a file given by {@code set}. */
  List<Object> read(Path file) throws Exception;

  Object run(Object input) throws Exception;

  /** Returns the length of a result, to be added up for the slice. */
  default long length(Object result) {
    return 0;
  }

  /**
   * Returns the bytes to write to the file of kept results, independent of {@code result}; null if
   * nothing is written (limit {@code walk}).
   */
  byte[] finish(Object result) throws Exception;
}
