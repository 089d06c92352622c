package wiremark.kit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashSet;
import java.util.Set;

/**
 * What threads beside the timed one do while no clock runs. A row may have threads, as Fory does:
 * they wait. One that works while results are finished may be what finishes them, one that works
 * each time documents come may be ahead of the clock.
 */
final class Helpers {
  /** What waking up may take when the collector has run; Fory's cleaner took 1.6 ms once. */
  private static final long WAKING_NS = 200_000;

  /** And so much of a long wait. */
  private static final long SHARE = 100;

  private static final int LEAST_FINISHED = 10;
  private static final int LEAST_SETS = 3;

  private final ThreadMXBean bean;

  /** The JVM's own, in which no code of a row can run. */
  private final Set<Long> apart = new HashSet<>();

  private long cpu;
  private long time;
  private final int[] finished = new int[2];
  private final int[] sets = new int[2];

  /** Has to be made before any code of the row runs. */
  Helpers() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    bean = threads.isThreadCpuTimeSupported() ? threads : null;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      String name = thread.getName();
      if (thread == Thread.currentThread()
          || name.equals("Reference Handler")
          || name.equals("Common-Cleaner")) {
        apart.add(thread.getId());
      }
    }
    mark();
  }

  /** From here on they should wait. */
  void mark() {
    cpu = cpu();
    time = System.nanoTime();
  }

  /** Since the last mark, results were finished. */
  void finished() throws Mismatch {
    judge(finished, LEAST_FINISHED, cpu() > cpu, "while results are finished");
    mark();
  }

  /** Since the last mark, documents came; no clock runs yet. */
  void given() throws Mismatch {
    long allowed = Math.max(WAKING_NS, (System.nanoTime() - time) / SHARE);
    judge(sets, LEAST_SETS, cpu() - cpu > allowed, "when documents come");
  }

  /** Refuses what they do mostly: once in a while is chance. */
  private static void judge(int[] counts, int least, boolean work, String when) throws Mismatch {
    counts[0]++;
    counts[1] += work ? 1 : 0;
    if (counts[1] >= least && 2 * counts[1] > counts[0]) {
      throw new Mismatch(
          "threads beside the timed one work " + when + ", before or after its clock");
    }
  }

  /** Nanoseconds so far. */
  private long cpu() {
    long sum = 0;
    if (bean != null) {
      for (long id : bean.getAllThreadIds()) {
        sum += apart.contains(id) ? 0 : Math.max(0, bean.getThreadCpuTime(id));
      }
    }
    return sum;
  }
}
