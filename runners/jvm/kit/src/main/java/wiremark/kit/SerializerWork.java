package wiremark.kit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One task of the module's serializer. */
final class SerializerWork implements Work {
  private final TaskKind task;
  private final boolean text;
  private final Serializer<Object> serializer;
  private final Model<Object> model;
  private final Documents documents;
  private final Loop loop;

  /**
   * Makes ready what the job asks for.
   *
   * @throws UnsupportedOperationException if the serializer can't do the task or the types
   */
  @SuppressWarnings("unchecked")
  SerializerWork(Job job, Entry entry) throws Exception {
    task = job.task();
    model = (Model<Object>) entry.model();
    serializer = (Serializer<Object>) entry.serializer();
    if (!task.supportedBy(serializer)) {
      throw new UnsupportedOperationException("no task " + task.label);
    }
    text = job.text();
    documents = task.reads ? Documents.encoded(job, text) : Documents.objects(job, model);
    Object[] timed = documents.timed().toArray();
    loop = Loop.of(task, text, serializer, model.sampling(), timed);
  }

  @Override
  public Loop loop() {
    return loop;
  }

  @Override
  public List<Object> read(Path file) throws Exception {
    return task.reads
        ? Frames.read(file, text)
        : FixtureReader.readAll(Files.newInputStream(file), model);
  }

  @Override
  public List<Object> results(String set) throws Exception {
    List<Object> inputs = documents.set(set);
    List<Object> results = new ArrayList<>(inputs.size());
    for (Object input : inputs) {
      results.add(
          switch (task) {
            case SERIALIZE -> serializer.serialize(input);
            case DESERIALIZE -> serializer.deserialize(input);
            case TO_TREE -> serializer.toTree(input);
            case PARSE_TREE -> serializer.parseTree(input);
          });
    }
    return results;
  }

  @Override
  public void write(Path file, List<Object> results) throws Exception {
    switch (task) {
      case SERIALIZE -> Frames.write(file, results);
      case DESERIALIZE -> FixtureWriter.writeAll(Files.newOutputStream(file), model, results);
      case TO_TREE, PARSE_TREE -> Frames.write(file, rendered(results));
    }
  }

  private List<Object> rendered(List<Object> trees) throws Exception {
    List<Object> rendered = new ArrayList<>(trees.size());
    for (Object tree : trees) {
      rendered.add(serializer.writeTree(tree));
    }
    return rendered;
  }
}
