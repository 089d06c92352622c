package wiremark.kit;

import java.nio.file.Path;

/**
 * What a process was started for, with its documents in memory: a serializer's task, or a limit.
 */
interface Work {
  /** The timed loop over the timed documents; the same one each time. */
  Loop loop();

  /**
   * Does the work once for each document of a set, then writes all results; returns their count.
   */
  int dump(String set, Path file) throws Exception;
}
