package wiremark.kit;

import java.io.IOException;

/** The tasks of docs/PROTOCOL.md, each with the method of {@link Serializer} that does it. */
enum TaskKind {
  SERIALIZE("serialize", "serialize", false),
  DESERIALIZE("deserialize", "deserialize", true),
  TO_TREE("to-tree", "toTree", false),
  PARSE_TREE("parse-tree", "parseTree", true);

  final String label;
  final String method;

  /** Whether it starts from encoded documents rather than objects. */
  final boolean reads;

  TaskKind(String label, String method, boolean reads) {
    this.label = label;
    this.method = method;
    this.reads = reads;
  }

  static TaskKind of(String label) throws IOException {
    for (TaskKind kind : values()) {
      if (kind.label.equals(label)) {
        return kind;
      }
    }
    throw new IOException("no task is called '" + label + "'");
  }

  /** Whether the serializer overrides this task's method. */
  boolean supportedBy(Serializer<?> serializer) throws NoSuchMethodException {
    return serializer.getClass().getMethod(method, Object.class).getDeclaringClass()
        != Serializer.class;
  }
}
