package wiremark.kit;

import java.nio.file.Path;
import java.util.List;

/** The operation that a process repeats: a serializer's task or a limit. */
interface Work {
  /** Reads the inputs from a file given by {@code set}. */
  List<Object> read(Path file) throws Exception;

  /** Runs one operation. */
  Object run(Object input) throws Exception;

  /** Returns what a result adds to the slice's length. */
  default long length(Object result) {
    return 0;
  }

  /** Returns a copy of a kept result's bytes to write to a file; null if nothing is written. */
  byte[] finish(Object result) throws Exception;
}
