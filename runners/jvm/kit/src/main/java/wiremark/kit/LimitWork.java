package wiremark.kit;

import java.nio.file.Files;
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
        yield new LimitWork(
            documents, loop(TaskKind.DESERIALIZE, new Limits.NoOp(), documents), null);
      }
      case "limit-copy" -> writing(Documents.encoded(job, false), new Limits.Copy());
      case "limit-write" -> writing(Documents.encoded(job, true), new Limits.Write());
      case "limit-walk" -> walking(job, entry);
      default -> throw new UnsupportedOperationException("no " + job.serializer());
    };
  }

  private static LimitWork writing(Documents documents, Serializer<Object> writer) {
    return new LimitWork(documents, loop(TaskKind.SERIALIZE, writer, documents), writer);
  }

  @SuppressWarnings("unchecked")
  private static LimitWork walking(Job job, Entry entry) throws Exception {
    Model<Object> model = (Model<Object>) entry.model();
    Documents documents = Documents.objects(job, model);
    return new LimitWork(documents, Loop.of(model.walk(), documents.timed().toArray()), null);
  }

  private static Loop loop(TaskKind task, Serializer<Object> limit, Documents documents) {
    return Loop.of(task, false, limit, documents.timed().toArray());
  }

  @Override
  public Loop loop() {
    return loop;
  }

  @Override
  public int dump(String set, Path file) throws Exception {
    List<Object> inputs = documents.set(set);
    if (writer == null) {
      Files.write(file, new byte[0]);
      return 0;
    }
    List<Object> results = new ArrayList<>(inputs.size());
    for (Object input : inputs) {
      results.add(writer.serialize(input));
    }
    Frames.write(file, results);
    return results.size();
  }
}
