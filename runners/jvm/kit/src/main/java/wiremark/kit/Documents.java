package wiremark.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** A job's two sets of documents, all of them in memory. */
record Documents(List<Object> timed, List<Object> hard) {
  Documents {
    if (timed.isEmpty()) {
      throw new IllegalArgumentException("there are no documents to time");
    }
  }

  /** As objects of the model. */
  static Documents objects(Job job, Model<Object> model) throws IOException {
    return new Documents(
        FixtureReader.readAll(Files.newInputStream(job.file("documents")), model),
        FixtureReader.readAll(Files.newInputStream(job.file("hard")), model));
  }

  /** As they come in: strings ({@code text}) or byte arrays. */
  static Documents encoded(Job job, boolean text) throws IOException {
    return new Documents(
        Frames.read(job.file("documents-input"), text), Frames.read(job.file("hard-input"), text));
  }

  /** The set that a command names. */
  List<Object> set(String name) throws IOException {
    return switch (name) {
      case "documents" -> timed;
      case "hard" -> hard;
      default -> throw new IOException("no set of documents is called '" + name + "'");
    };
  }
}
