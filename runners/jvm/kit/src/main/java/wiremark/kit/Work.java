package wiremark.kit;

import java.nio.file.Path;
import java.util.List;

/**
 * What a process was started for, with its documents in memory: a serializer's task, or a limit.
 */
interface Work {
  /** The timed loop over the timed documents; the same one each time. */
  Loop loop();

  /** Does the work once for each document of a set; the results, or none where it makes none. */
  List<Object> results(String set) throws Exception;

  /** Writes results as the task has them. */
  void write(Path file, List<Object> results) throws Exception;

  /** More documents of the same kind as the timed ones, in memory. */
  default List<Object> read(Path file) throws Exception {
    throw new UnsupportedOperationException("a limit takes no other documents");
  }
}
