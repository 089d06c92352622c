package wiremark.kit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class Trial {
  private final Work work;
  private final Loop loop;
  private final ThreadMXBean threads;
  private final List<byte[]> frames = new ArrayList<>();

  record Slice(long wall, long cpu, long length) {}

  Trial(Work work) {
    this.work = work;
    loop = new Loop(work);
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    threads = bean.isCurrentThreadCpuTimeSupported() ? bean : null;
  }

  void set(Path file) throws Exception {
    loop.set(work.read(file).toArray());
  }

  /** Times operations, then converts the last {@code keep} results to bytes and keeps these. */
  Slice slice(long operations, int keep) throws Exception {
    Object[] kept = new Object[keep + 1];
    long cpu = threads == null ? 0 : threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    long length = loop.run(operations, kept);
    long wall = System.nanoTime() - start;
    cpu = threads == null ? 0 : threads.getCurrentThreadCpuTime() - cpu;
    keep(kept);
    return new Slice(wall, cpu, length);
  }

  int kept(Path file) throws IOException {
    Frames.write(file, frames);
    int count = frames.size();
    frames.clear();
    return count;
  }

  List<Lines.Line> memory(long operations) throws Exception {
    return MemoryCount.of(loop, operations);
  }

  private void keep(Object[] kept) throws Exception {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 1; i < kept.length; i++) {
      Object result = kept[i];
      if (canChange(result) && !seen.add(result)) {
        String type = result.getClass().getTypeName();
        throw new Mismatch("two results are the same " + type + ": the second replaces the first");
      }
      byte[] frame = work.finish(result);
      if (frame != null) {
        frames.add(frame);
      }
    }
  }

  /**
   * Returns true for byte arrays, non-empty Java collections and maps, and the model's records: two
   * results must not be the same object. Includes Scala's records, although they are immutable: the
   * same object twice means that the second call did no work.
   */
  private static boolean canChange(Object result) {
    return result instanceof byte[]
        || result instanceof Collection<?> values && !values.isEmpty()
        || result instanceof Map<?, ?> map && !map.isEmpty()
        || isRecord(result);
  }

  private static boolean isRecord(Object result) {
    return result != null
        && result.getClass().getName().startsWith("wiremark.models.")
        && !(result instanceof Enum);
  }
}
