package wiremark.kit;

import java.nio.file.Path;
import java.util.List;

/** What a process does over and over: a serializer's task, or a limit. */
interface Work {
  /** The inputs that a file of {@code set} holds. */
  List<Object> read(Path file) throws Exception;

  /** One operation. */
  Object run(Object input) throws Exception;

  /** What a result adds to a slice's length. */
  default long length(Object result) {
    return 0;
  }

  /** A kept result as it is written, in memory of its own; null where nothing is. */
  byte[] finish(Object result) throws Exception;
}
