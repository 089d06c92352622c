package wiremark.kit;

/**
 * The timed loop. A process has one class of {@link Work}, so that the compiler puts it into the
 * loop.
 */
final class Loop {
  /**
   * Operations of one call of {@link #batch}. Its loop is entered often, so that it is soon
   * compiled as a method of its own; a loop that is entered once a slice would stay what was
   * compiled for it while it ran.
   */
  private static final int BATCH = 64;

  private final Work work;
  private Object[] inputs;
  // The input of the next operation.
  private int next;

  Loop(Work work) {
    this.work = work;
  }

  void set(Object[] inputs) {
    this.inputs = inputs;
    next = 0;
  }

  /**
   * Runs the operations; returns the length of their outputs. The last results are left in the
   * array, from its second place on. All others go to its first, one over the other: since the
   * place is known only then, no compiler can leave the store out, and what is stored has to be
   * made. An array that was just made spares the collector's fence.
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
    } catch (OutOfMemoryError e) { // The heap is too small; the document may be all right.
      throw e;
    } catch (Throwable e) { // A StackOverflowError is a library's answer too.
      throw new Failed(done + i, e);
    }
    next = at;
    return length;
  }
}
