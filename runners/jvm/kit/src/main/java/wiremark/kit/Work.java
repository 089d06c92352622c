package wiremark.kit;

import java.nio.file.Path;
import java.util.List;

/**
 * The operation that a process repeats: a serializer's task or a limit (a minimal operation, see
 * {@link Limits}).
 */
interface Work {
  List<Object> read(Path file) throws Exception;

  Object run(Object input) throws Exception;

  /**
   * Returns the length of an output in characters or bytes, 0 (the default) for objects and trees,
   * or limit-walk's number of values. A slice (a timed series of operations) reports the sum.
   */
  default long length(Object result) {
    return 0;
  }

  /**
   * Returns a result as bytes for verification, copied, since the result may change later; null if
   * there is nothing to verify (limit-walk).
   */
  byte[] finish(Object result) throws Exception;
}
