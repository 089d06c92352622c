package wiremark.crosscheck;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import wiremark.kit.Entry;
import wiremark.kit.FixtureReader;
import wiremark.kit.Model;
import wiremark.kit.Serializer;

/**
 * Times the serializer on the class path with JMH, on the same documents as wiremark and in the
 * same order. Parameters are environment variables, which JMH's forks inherit.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Crosscheck {
  private Serializer<Object> serializer;
  private Object[] inputs;
  private int next = 0;

  @Setup
  @SuppressWarnings("unchecked")
  public void load() throws Exception {
    Class<?> type = Class.forName("wiremark.generated.Entry");
    Entry entry = (Entry) type.getConstructor().newInstance();
    Path documents = Path.of(System.getenv("CROSSCHECK_DOCUMENTS"));
    boolean text = System.getenv("CROSSCHECK_OUTPUT").equals("text");
    serializer = (Serializer<Object>) entry.serializer();
    if (System.getenv("CROSSCHECK_TASK").equals("serialize")) {
      Model<Object> model = (Model<Object>) entry.model();
      inputs = FixtureReader.readAll(documents, model).toArray();
    } else {
      inputs = frames(documents, text);
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

  private static Object[] frames(Path file, boolean text) throws IOException {
    List<Object> documents = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      for (long left = Files.size(file); left > 0; ) {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        documents.add(text ? new String(bytes, StandardCharsets.UTF_8) : bytes);
        left -= 4L + bytes.length;
      }
    }
    return documents.toArray();
  }
}
