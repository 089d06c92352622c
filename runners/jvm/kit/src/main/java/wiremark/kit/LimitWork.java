package wiremark.kit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A bound that serializers are measured against (docs/PROTOCOL.md, "Limits"). */
final class LimitWork implements Work {
  /** How a job's {@code serializer} begins that means a limit. */
  static final String PREFIX = "limit-";

  private final Documents documents;
  private final Loop loop;

  /** Makes the bytes that are dumped; null for a limit that makes none. */
  private final Serializer<Object> writer;

  private LimitWork(Documents documents, Loop loop, Serializer<Object> writer) {
    this.documents = documents;
    this.loop = loop;
    this.writer = writer;
  }

  /**
   * Makes ready the limit that the job names.
   *
   * @throws UnsupportedOperationException if there is no such limit for these documents
   */
  static LimitWork of(Job job, Entry entry) throws Exception {
    return switch (job.serializer()) {
      case "limit-no-op" -> {
        Documents documents = Documents.encoded(job, false);
        Object[] timed = documents.timed().toArray();
        // The loop that counts the results that aren't null.
        Loop loop = Loop.of(TaskKind.PARSE_TREE, false, new Limits.NoOp(), null, timed);
        yield new LimitWork(documents, loop, null);
      }
      case "limit-copy" -> writing(Documents.encoded(job, false), new Limits.Copy());
      case "limit-write" -> writing(Documents.encoded(job, true), new Limits.Write());
      case "limit-walk" -> walking(job, entry);
      default -> throw new UnsupportedOperationException("no " + job.serializer());
    };
  }

  private static LimitWork writing(Documents documents, Serializer<Object> writer) {
    return new LimitWork(documents, Loop.ofLengths(writer, documents.timed().toArray()), writer);
  }

  @SuppressWarnings("unchecked")
  private static LimitWork walking(Job job, Entry entry) throws Exception {
    Model<Object> model = (Model<Object>) entry.model();
    Documents documents = Documents.objects(job, model);
    return new LimitWork(documents, Loop.of(model.walk(), documents.timed().toArray()), null);
  }

  @Override
  public Loop loop() {
    return loop;
  }

  @Override
  public List<Object> results(String set) throws Exception {
    List<Object> results = new ArrayList<>();
    if (writer != null) {
      for (Object input : documents.set(set)) {
        results.add(writer.serialize(input));
      }
    }
    return results;
  }

  @Override
  public void write(Path file, List<Object> results) throws Exception {
    Frames.write(file, results);
  }
}
