package wiremark.kit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One serializer on one case, with its documents in memory. */
final class Trial {
  private final TaskKind task;
  private final Serializer<Object> serializer;
  private final Model<Object> model;
  private final List<Object> documents;
  private final List<Object> hard;
  private final Loop loop;
  private final ThreadMXBean threads;

  /** What a slice measured; the times are nanoseconds. */
  record Slice(long operations, long wall, long cpu, long checksum) {}

  /**
   * Makes ready what the job asks for.
   *
   * @throws UnsupportedOperationException if the serializer can't do the task or the types
   */
  @SuppressWarnings("unchecked")
  Trial(Job job, Entry entry) throws Exception {
    task = job.task();
    model = (Model<Object>) entry.model(job.dataset());
    serializer = (Serializer<Object>) entry.serializer(job.dataset());
    if (model == null || serializer == null) {
      throw new ClassNotFoundException("the module was built without dataset " + job.dataset());
    }
    if (!task.supportedBy(serializer)) {
      throw new UnsupportedOperationException("no task " + task.label);
    }
    documents = inputs(job, "documents");
    hard = inputs(job, "hard");
    if (documents.isEmpty()) {
      throw new IOException("there are no documents to time");
    }
    loop = Loop.of(task, job.text(), serializer, documents.toArray());
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    threads = bean.isCurrentThreadCpuTimeSupported() ? bean : null;
  }

  /** Runs and times the task on the next documents in turn. */
  Slice slice(long operations) throws Exception {
    long cpu = threads == null ? 0 : threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    long checksum = loop.run(operations);
    long wall = System.nanoTime() - start;
    cpu = threads == null ? 0 : threads.getCurrentThreadCpuTime() - cpu;
    return new Slice(operations, wall, cpu, checksum);
  }

  /**
   * Does the task once for each document of a set, then writes all results; returns their count.
   */
  int dump(String set, Path file) throws Exception {
    List<Object> inputs = documentsOf(set);
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
    switch (task) {
      case SERIALIZE -> Frames.write(file, results);
      case DESERIALIZE -> FixtureWriter.writeAll(Files.newOutputStream(file), model, results);
      case TO_TREE, PARSE_TREE -> Frames.write(file, rendered(results));
    }
    return results.size();
  }

  private List<Object> rendered(List<Object> trees) throws Exception {
    List<Object> documents = new ArrayList<>(trees.size());
    for (Object tree : trees) {
      documents.add(serializer.writeTree(tree));
    }
    return documents;
  }

  private List<Object> documentsOf(String set) throws IOException {
    return switch (set) {
      case "documents" -> documents;
      case "hard" -> hard;
      default -> throw new IOException("no set of documents is called '" + set + "'");
    };
  }

  private List<Object> inputs(Job job, String set) throws IOException {
    return task.reads
        ? Frames.read(job.file(set + "-input"), job.text())
        : FixtureReader.readAll(Files.newInputStream(job.file(set)), model);
  }
}
