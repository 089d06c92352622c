package wiremark.kit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The timed loops. There is a class for each task and for the limit {@code walk}, so that the one
 * that a process uses sees one serializer class only and the compiler can call it directly; a loop
 * does nothing but the task, the rotation and consuming the result.
 */
abstract class Loop {
  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(Loop.class, "last", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Object[] inputs;
  // The document of the next operation, over all slices since the process began.
  int next = 0;

  @SuppressWarnings("unused") // Written through LAST only.
  private Object last;

  private Loop(Object[] inputs) {
    this.inputs = inputs;
  }

  /** Runs the task so many times; returns the checksum. */
  abstract long run(long operations) throws Exception;

  /**
   * Lets a result escape. An opaque write may not be left out, so that the compiler has to make the
   * object, whole, each time. It asks for no fence; what the collector adds to any store of a
   * reference is a nanosecond or two, for all alike, and is in the no-op's figure.
   */
  final void consume(Object result) {
    LAST.setOpaque(this, result);
  }

  /** The loop for a task. */
  @SuppressWarnings("unchecked")
  static Loop of(TaskKind task, boolean text, Serializer<?> serializer, Object[] inputs) {
    Serializer<Object> any = (Serializer<Object>) serializer;
    return switch (task) {
      case SERIALIZE -> text ? new ToText(any, inputs) : new ToBytes(any, inputs);
      case DESERIALIZE -> new Deserialize(any, inputs);
      case TO_TREE -> new ToTree(any, inputs);
      case PARSE_TREE -> new ParseTree(any, inputs);
    };
  }

  /** The loop for the limit {@code walk}; what it returns are the leaves. */
  static Loop of(Walk<Object> walk, Object[] inputs) {
    return new Walked(walk, inputs);
  }

  private static final class ToText extends Loop {
    private final Serializer<Object> serializer;

    ToText(Serializer<Object> serializer, Object[] inputs) {
      super(inputs);
      this.serializer = serializer;
    }

    @Override
    long run(long operations) throws Exception {
      long checksum = 0;
      int at = next;
      for (long i = 0; i < operations; i++) {
        String text = (String) serializer.serialize(inputs[at]);
        checksum += text.length();
        consume(text);
        at = at + 1 == inputs.length ? 0 : at + 1;
      }
      next = at;
      return checksum;
    }
  }

  private static final class ToBytes extends Loop {
    private final Serializer<Object> serializer;

    ToBytes(Serializer<Object> serializer, Object[] inputs) {
      super(inputs);
      this.serializer = serializer;
    }

    @Override
    long run(long operations) throws Exception {
      long checksum = 0;
      int at = next;
      for (long i = 0; i < operations; i++) {
        byte[] bytes = (byte[]) serializer.serialize(inputs[at]);
        checksum += bytes.length;
        consume(bytes);
        at = at + 1 == inputs.length ? 0 : at + 1;
      }
      next = at;
      return checksum;
    }
  }

  private static final class Deserialize extends Loop {
    private final Serializer<Object> serializer;

    Deserialize(Serializer<Object> serializer, Object[] inputs) {
      super(inputs);
      this.serializer = serializer;
    }

    @Override
    long run(long operations) throws Exception {
      long checksum = 0;
      int at = next;
      for (long i = 0; i < operations; i++) {
        Object value = serializer.deserialize(inputs[at]);
        checksum += value == null ? 0 : 1;
        consume(value);
        at = at + 1 == inputs.length ? 0 : at + 1;
      }
      next = at;
      return checksum;
    }
  }

  private static final class ToTree extends Loop {
    private final Serializer<Object> serializer;

    ToTree(Serializer<Object> serializer, Object[] inputs) {
      super(inputs);
      this.serializer = serializer;
    }

    @Override
    long run(long operations) throws Exception {
      long checksum = 0;
      int at = next;
      for (long i = 0; i < operations; i++) {
        Object tree = serializer.toTree(inputs[at]);
        checksum += tree == null ? 0 : 1;
        consume(tree);
        at = at + 1 == inputs.length ? 0 : at + 1;
      }
      next = at;
      return checksum;
    }
  }

  private static final class ParseTree extends Loop {
    private final Serializer<Object> serializer;

    ParseTree(Serializer<Object> serializer, Object[] inputs) {
      super(inputs);
      this.serializer = serializer;
    }

    @Override
    long run(long operations) throws Exception {
      long checksum = 0;
      int at = next;
      for (long i = 0; i < operations; i++) {
        Object tree = serializer.parseTree(inputs[at]);
        checksum += tree == null ? 0 : 1;
        consume(tree);
        at = at + 1 == inputs.length ? 0 : at + 1;
      }
      next = at;
      return checksum;
    }
  }

  private static final class Walked extends Loop {
    private final Walk<Object> walk;

    Walked(Walk<Object> walk, Object[] inputs) {
      super(inputs);
      this.walk = walk;
    }

    @Override
    long run(long operations) throws Exception {
      long checksum = 0;
      int at = next;
      for (long i = 0; i < operations; i++) {
        checksum += walk.walk(inputs[at]);
        at = at + 1 == inputs.length ? 0 : at + 1;
      }
      next = at;
      return checksum;
    }
  }
}
