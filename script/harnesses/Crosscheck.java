package wiremark.kit;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The serializer of the module on the class path, as JMH times it: the same class, the same objects, the same documents
 * in the same order. What is asked for comes by environment variables, which JMH's forks inherit. It is in the kit's
 * package for what only the kit uses.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Crosscheck {
  private Serializer<Object> serializer;
  private Object[] inputs;
  private int next = 0;

  /** Loads what a runner of wiremark would have been told to load. */
  @Setup
  @SuppressWarnings("unchecked")
  public void load() throws Exception {
    Class<?> type = Class.forName("wiremark.generated.Entry");
    Entry entry = (Entry) type.getConstructor().newInstance();
    Path documents = Path.of(System.getenv("CROSSCHECK_DOCUMENTS"));
    serializer = (Serializer<Object>) entry.serializer();
    if (System.getenv("CROSSCHECK_TASK").equals("serialize")) {
      Model<Object> model = (Model<Object>) entry.model();
      inputs = FixtureReader.readAll(documents, model).toArray();
    } else {
      boolean text = System.getenv("CROSSCHECK_OUTPUT").equals("text");
      inputs = Frames.read(documents, text ? String.class : byte[].class).toArray();
    }
  }

  @Benchmark
  public Object serialize() throws Exception {
    return serializer.serialize(document());
  }

  @Benchmark
  public Object deserialize() throws Exception {
    return serializer.deserialize(document());
  }

  private Object document() {
    Object document = inputs[next];
    next = next + 1 == inputs.length ? 0 : next + 1;
    return document;
  }
}
