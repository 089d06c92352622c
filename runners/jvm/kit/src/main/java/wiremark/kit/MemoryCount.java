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
 * Counts the bytes that operations allocate, by the JVM's own counters.
 *
 * <p>The count depends on the compiled state of the code: interpreted code allocates every object,
 * while compiled code omits objects that never leave a method (escape analysis). For stable
 * figures, first repeat the operations until they are compiled.
 */
final class MemoryCount {
  /**
   * The counters at one moment.
   *
   * @param threads bytes that each other thread has allocated, by thread id
   * @param started number of threads that have been started
   */
  private record Ledger(Map<Long, Long> threads, long started) {}

  private MemoryCount() {}

  /** Runs operations; returns the lines of the reply to {@code memory}, except the last. */
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
   * Counts the bytes that this thread allocates during the operations, and adds those of other
   * threads, since a library may use them. If a thread ended meanwhile, its count is lost, and the
   * result is unknown.
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
      // -1: the thread has ended.
      if (ids[i] != self && bytes[i] >= 0) {
        threads.put(ids[i], bytes[i]);
      }
    }
    return new Ledger(threads, bean.getTotalStartedThreadCount());
  }

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
