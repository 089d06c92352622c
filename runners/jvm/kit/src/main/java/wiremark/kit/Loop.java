package wiremark.kit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The timed loops. There is a class for each kind of result, so that the one that a process uses
 * sees one serializer class only and the compiler can call it directly; a loop does nothing but the
 * task, the rotation and consuming the result.
 */
abstract class Loop {
  /**
   * Operations of one call of {@link #batch}: as many as have the way of a look in common. Its loop
   * is entered often, so that it is soon compiled as a method of its own; a loop that is entered
   * once a slice would stay what was compiled for it while it ran.
   */
  private static final int BATCH = 64;

  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(Loop.class, "last", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Object[] timed;
  // The document of the next operation, over all slices since the process began.
  private int next = 0;

  /** Of the sampling (see {@link Sampling}); steps before each operation. */
  int state = 0;

  // Written through LAST only.
  private Object last;

  private Loop(Object[] timed) {
    this.timed = timed;
  }

  /**
   * Runs the task so many times on the timed documents in turn; returns the checksum, which the
   * seed decides the places of.
   */
  final long run(long operations, int seed) throws Exception {
    state = seed;
    long checksum = 0;
    for (long left = operations; left > 0; left -= BATCH) {
      int count = (int) Math.min(left, BATCH);
      checksum += batch(timed, next, count);
      next = (int) ((next + (long) count) % timed.length);
    }
    return checksum;
  }

  /** Runs the task once on each document, by the code that is timed, and keeps what it gives. */
  final void once(Object[] documents, Object[] results) throws Exception {
    for (int i = 0; i < documents.length; i++) {
      batch(documents, i, 1);
      results[i] = last;
    }
  }

  /** Runs the task so many times on documents in turn, beginning with one; returns the checksum. */
  abstract long batch(Object[] documents, int first, int count) throws Exception;

  /**
   * Lets a result escape. An opaque write may not be left out, so that the compiler has to make the
   * object, whole, each time. It asks for no fence; what the collector adds to any store of a
   * reference is a nanosecond or two, for all alike, and is in the no-op's figure.
   */
  final void consume(Object result) {
    LAST.setOpaque(this, result);
  }

  /** The loop for a serializer's task. */
  static Loop of(
      TaskKind task,
      boolean text,
      Serializer<Object> serializer,
      Sampling<Object> sampling,
      Object[] timed) {
    return switch (task) {
      case SERIALIZE -> text ? new ToText(serializer, timed) : new ToBytes(serializer, timed);
      case DESERIALIZE -> new Deserialize(serializer, sampling, timed);
      case TO_TREE -> new ToTree(serializer, timed);
      case PARSE_TREE -> new ParseTree(serializer, timed);
    };
  }

  /** The loop for a limit that makes bytes; the checksum is the sum of their lengths. */
  static Loop ofLengths(Serializer<Object> limit, Object[] timed) {
    return new Lengths(limit, timed);
  }

  /** The loop for the limit {@code walk}; the checksum is the sum of what it returns. */
  static Loop of(Walk<Object> walk, Object[] timed) {
    return new Walked(walk, timed);
  }

  private static final class ToText extends Loop {
    private final Serializer<Object> serializer;

    ToText(Serializer<Object> serializer, Object[] timed) {
      super(timed);
      this.serializer = serializer;
    }

    @Override
    long batch(Object[] documents, int first, int count) throws Exception {
      long checksum = 0;
      int at = first;
      int s = state;
      for (int i = 0; i < count; i++) {
        s = Sampling.step(s);
        String text = (String) serializer.serialize(documents[at]);
        checksum += Sampling.text(text, s);
        consume(text);
        at = at + 1 == documents.length ? 0 : at + 1;
      }
      state = s;
      return checksum;
    }
  }

  private static final class ToBytes extends Loop {
    private final Serializer<Object> serializer;

    ToBytes(Serializer<Object> serializer, Object[] timed) {
      super(timed);
      this.serializer = serializer;
    }

    @Override
    long batch(Object[] documents, int first, int count) throws Exception {
      long checksum = 0;
      int at = first;
      int s = state;
      for (int i = 0; i < count; i++) {
        s = Sampling.step(s);
        byte[] bytes = (byte[]) serializer.serialize(documents[at]);
        checksum += Sampling.bytes(bytes, s);
        consume(bytes);
        at = at + 1 == documents.length ? 0 : at + 1;
      }
      state = s;
      return checksum;
    }
  }

  private static final class Deserialize extends Loop {
    private final Serializer<Object> serializer;
    private final Sampling<Object> sampling;

    Deserialize(Serializer<Object> serializer, Sampling<Object> sampling, Object[] timed) {
      super(timed);
      this.serializer = serializer;
      this.sampling = sampling;
    }

    @Override
    long batch(Object[] documents, int first, int count) throws Exception {
      long checksum = 0;
      int at = first;
      int s = state;
      // The first operation's state.
      int way = Sampling.step(s);
      for (int i = 0; i < count; i++) {
        s = Sampling.step(s);
        Object value = serializer.deserialize(documents[at]);
        checksum += value == null ? Sampling.NULL : sampling.sample(value, way, s);
        consume(value);
        at = at + 1 == documents.length ? 0 : at + 1;
      }
      state = s;
      return checksum;
    }
  }

  private static final class ToTree extends Loop {
    private final Serializer<Object> serializer;

    ToTree(Serializer<Object> serializer, Object[] timed) {
      super(timed);
      this.serializer = serializer;
    }

    @Override
    long batch(Object[] documents, int first, int count) throws Exception {
      long checksum = 0;
      int at = first;
      for (int i = 0; i < count; i++) {
        Object tree = serializer.toTree(documents[at]);
        checksum += tree == null ? 0 : 1;
        consume(tree);
        at = at + 1 == documents.length ? 0 : at + 1;
      }
      return checksum;
    }
  }

  private static final class ParseTree extends Loop {
    private final Serializer<Object> serializer;

    ParseTree(Serializer<Object> serializer, Object[] timed) {
      super(timed);
      this.serializer = serializer;
    }

    @Override
    long batch(Object[] documents, int first, int count) throws Exception {
      long checksum = 0;
      int at = first;
      for (int i = 0; i < count; i++) {
        Object tree = serializer.parseTree(documents[at]);
        checksum += tree == null ? 0 : 1;
        consume(tree);
        at = at + 1 == documents.length ? 0 : at + 1;
      }
      return checksum;
    }
  }

  private static final class Lengths extends Loop {
    private final Serializer<Object> limit;

    Lengths(Serializer<Object> limit, Object[] timed) {
      super(timed);
      this.limit = limit;
    }

    @Override
    long batch(Object[] documents, int first, int count) throws Exception {
      long checksum = 0;
      int at = first;
      for (int i = 0; i < count; i++) {
        byte[] bytes = (byte[]) limit.serialize(documents[at]);
        checksum += bytes.length;
        consume(bytes);
        at = at + 1 == documents.length ? 0 : at + 1;
      }
      return checksum;
    }
  }

  private static final class Walked extends Loop {
    private final Walk<Object> walk;

    Walked(Walk<Object> walk, Object[] timed) {
      super(timed);
      this.walk = walk;
    }

    @Override
    long batch(Object[] documents, int first, int count) {
      long checksum = 0;
      int at = first;
      for (int i = 0; i < count; i++) {
        checksum += walk.walk(documents[at]);
        at = at + 1 == documents.length ? 0 : at + 1;
      }
      return checksum;
    }
  }
}
