package wiremark.kit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** One process's work, timed or counted as wiremark tells. */
final class Trial {
  private final Work work;
  private final Loop loop;
  private final ThreadMXBean threads;
  // Of the last documents that came after the timed ones.
  private List<Object> fresh = null;

  /** What was measured; the times are nanoseconds. */
  record Slice(long operations, long wall, long cpu, long checksum) {}

  /** What is timed; returns its checksum. */
  private interface Timed {
    long run() throws Exception;
  }

  Trial(Work work) {
    this.work = work;
    loop = work.loop();
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    threads = bean.isCurrentThreadCpuTimeSupported() ? bean : null;
  }

  /** Runs and times the work on the next documents in turn. */
  Slice slice(long operations, int seed) throws Exception {
    return time(operations, () -> loop.run(operations, seed));
  }

  /** Runs and times the work once on each of so many documents of a file; keeps what it gives. */
  Slice fresh(int count, Path file) throws Exception {
    Object[] documents = work.read(file).toArray();
    if (documents.length != count) {
      throw new IOException(file + " has " + documents.length + " documents, not " + count);
    }
    Object[] results = new Object[count];
    Slice slice =
        time(
            count,
            () -> {
              loop.once(documents, results);
              return 0;
            });
    fresh = Arrays.asList(results);
    return slice;
  }

  /** Runs the work on the next documents in turn; returns what it allocated, as reply lines. */
  List<Lines.Line> memory(long operations) throws Exception {
    return MemoryCount.of(loop, operations);
  }

  /**
   * Does the work once for each document of a set, or takes what {@link #fresh} kept, then writes
   * all results; returns their count.
   */
  int dump(String set, Path file) throws Exception {
    List<Object> results = set.equals("fresh") ? fresh : work.results(set);
    if (results == null) {
      throw new IOException("there were no fresh documents yet");
    }
    work.write(file, results);
    return results.size();
  }

  private Slice time(long operations, Timed timed) throws Exception {
    long cpu = threads == null ? 0 : threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    long checksum = timed.run();
    long wall = System.nanoTime() - start;
    cpu = threads == null ? 0 : threads.getCurrentThreadCpuTime() - cpu;
    return new Slice(operations, wall, cpu, checksum);
  }
}
