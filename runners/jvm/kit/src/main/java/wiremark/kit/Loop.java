package wiremark.kit;

/**
 * The timed loop. A process uses only one class of {@link Work}, so that the JIT compiler can
 * inline its methods.
 */
final class Loop {
  /**
   * Operations per call of {@link #batch}. Many short calls make the JVM compile the whole method.
   * A single loop for all operations of a slice would instead run code that was compiled in the
   * middle of the loop (on-stack replacement), which can be slower.
   */
  private static final int BATCH = 64;

  private final Work work;
  private Object[] inputs;
  private int next;

  Loop(Work work) {
    this.work = work;
  }

  void set(Object[] inputs) {
    this.inputs = inputs;
    next = 0;
  }

  /**
   * Runs operations and returns the total length of their outputs. Stores the last results in
   * {@code kept} from index 1 on, and all others at index 0. Since the index is computed, the
   * compiler can remove neither the store nor the creation of the result. Pass a new array each
   * time: the collector's barrier is cheaper for stores into a new object.
   */
  long run(long operations, Object[] kept) throws Failed {
    long unkept = operations - kept.length + 1;
    long length = 0;
    for (long done = 0; done < operations; done += BATCH) {
      int count = (int) Math.min(BATCH, operations - done);
      length += batch(done, count, kept, unkept);
    }
    return length;
  }

  private long batch(long done, int count, Object[] kept, long unkept) throws Failed {
    long length = 0;
    int at = next;
    int i = 0;
    try {
      for (; i < count; i++) {
        Object result = work.run(inputs[at]);
        length += work.length(result);
        kept[(int) Math.max(0, done + i - unkept + 1)] = result;
        at = at + 1 == inputs.length ? 0 : at + 1;
      }
    } catch (OutOfMemoryError e) { // The heap is too small: not a failed operation.
      throw e;
    } catch (Throwable e) { // Also a StackOverflowError: the library's failure.
      throw new Failed(done + i, e);
    }
    next = at;
    return length;
  }
}
