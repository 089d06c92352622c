package wiremark.kit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;

/** One process's work, timed or counted as wiremark tells. */
final class Trial {
  private final Work work;
  private final Loop loop;
  private final ThreadMXBean threads;

  /** What a slice measured; the times are nanoseconds. */
  record Slice(long operations, long wall, long cpu, long checksum) {}

  Trial(Work work) {
    this.work = work;
    loop = work.loop();
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    threads = bean.isCurrentThreadCpuTimeSupported() ? bean : null;
  }

  /** Runs and times the work on the next documents in turn. */
  Slice slice(long operations) throws Exception {
    long cpu = threads == null ? 0 : threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    long checksum = loop.run(operations);
    long wall = System.nanoTime() - start;
    cpu = threads == null ? 0 : threads.getCurrentThreadCpuTime() - cpu;
    return new Slice(operations, wall, cpu, checksum);
  }

  /** Runs the work on the next documents in turn; returns what it allocated, as reply lines. */
  List<Lines.Line> memory(long operations) throws Exception {
    return MemoryCount.of(loop, operations);
  }

  /** See {@link Work#dump}. */
  int dump(String set, Path file) throws Exception {
    return work.dump(set, file);
  }
}
