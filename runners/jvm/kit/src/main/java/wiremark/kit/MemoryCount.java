package wiremark.kit;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Counts what operations allocate, by the JVM's own books.
 *
 * <p>It counts what the code that runs now allocates. The same operation allocates more before it
 * is compiled: interpreted code makes every object that it mentions, while compiled code leaves out
 * those that never leave a method (escape analysis). For the settled figure, warm it up by slices
 * first.
 */
final class MemoryCount {
  /** Bytes that each live thread has allocated since it began, by its id. */
  private record Ledger(Map<Long, Long> threads, long started) {}

  private MemoryCount() {}

  /** The reply to {@code memory} but for its last line. */
  static List<Lines.Line> of(Loop loop, long operations) throws Exception {
    List<Lines.Line> lines = new ArrayList<>();
    Map<String, Long> collections = collections();
    if (ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean bean
        && bean.isThreadAllocatedMemorySupported()
        && bean.isThreadAllocatedMemoryEnabled()) {
      lines.add(allocated(bean, loop, operations));
    } else {
      loop.run(operations, new Object[1]);
      lines.add(new Lines.Line("unknown", "allocated this JVM doesn't count it"));
    }
    Map<String, Long> after = collections();
    after.forEach(
        (name, count) -> {
          long during = count - collections.getOrDefault(name, 0L);
          lines.add(new Lines.Line("collections", name + " " + during));
        });
    return lines;
  }

  /**
   * Nearly all is this thread's, whose count is exact and takes no memory to read: it is read
   * innermost. The other threads count too, since a library may hand work to one; but a thread that
   * is gone has taken its count along.
   */
  private static Lines.Line allocated(
      com.sun.management.ThreadMXBean bean, Loop loop, long operations) throws Exception {
    Ledger before = others(bean);
    long own = bean.getCurrentThreadAllocatedBytes();
    loop.run(operations, new Object[1]);
    own = bean.getCurrentThreadAllocatedBytes() - own;
    Ledger after = others(bean);

    Set<Long> begun = new TreeSet<>(after.threads.keySet());
    begun.removeAll(before.threads.keySet());
    if (after.started - before.started != begun.size()
        || !after.threads.keySet().containsAll(before.threads.keySet())) {
      return new Lines.Line(
          "unknown", "allocated threads ended meanwhile, and their counts with them");
    }
    long others = 0;
    for (Map.Entry<Long, Long> thread : after.threads.entrySet()) {
      others += thread.getValue() - before.threads.getOrDefault(thread.getKey(), 0L);
    }
    return new Lines.Line("allocated", Long.toString(own + others));
  }

  private static Ledger others(com.sun.management.ThreadMXBean bean) {
    long[] ids = bean.getAllThreadIds();
    long[] bytes = bean.getThreadAllocatedBytes(ids);
    long self = Thread.currentThread().getId();
    Map<Long, Long> threads = new LinkedHashMap<>();
    for (int i = 0; i < ids.length; i++) {
      // -1: ended since the ids were taken.
      if (ids[i] != self && bytes[i] >= 0) {
        threads.put(ids[i], bytes[i]);
      }
    }
    return new Ledger(threads, bean.getTotalStartedThreadCount());
  }

  /** Collections so far, by generation: G1's are {@code young}, {@code old}, {@code concurrent}. */
  private static Map<String, Long> collections() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      // "G1 Young Generation" → "young"; newer JVMs also have "G1 Concurrent GC".
      String name = collector.getName().replaceFirst("^G1 (.+) (Generation|GC)$", "$1");
      counts.put(name.toLowerCase(Locale.ROOT).replace(' ', '-'), collector.getCollectionCount());
    }
    return counts;
  }
}
