package wiremark.kit;

import java.nio.file.Path;
import java.util.List;

/** The operation that a process repeats: a serializer's task or a limit. */
interface Work {
  List<Object> read(Path file) throws Exception;

  Object run(Object input) throws Exception;

  /** Returns a number that a slice adds up and reports: the length of an output, otherwise 0. */
  default long length(Object result) {
    return 0;
  }

  /**
   * Returns a result as bytes for verification, which later changes of the result don't affect;
   * null if there is nothing to verify (limit-walk).
   */
  byte[] finish(Object result) throws Exception;
}
