package wiremark.kit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One runner process: takes a job, loads it, answers commands until its input ends
 * (docs/PROTOCOL.md).
 */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws IOException {
    // Standard output is the protocol's alone: what libraries print goes to standard error.
    System.setOut(System.err);
    boolean well = converse(System.in, new FileOutputStream(FileDescriptor.out));
    // Not every library ends its threads.
    System.exit(well ? 0 : 1);
  }

  /** A job, and commands until the input ends; false if anything failed. */
  static boolean converse(InputStream in, OutputStream out) throws IOException {
    Lines lines = new Lines(in, out);
    Trial trial = load(lines);
    return trial != null && answer(lines, trial);
  }

  /** Reads the job and loads it; null after an error, which has been reported. */
  private static Trial load(Lines lines) throws IOException {
    try {
      Job job = Job.read(lines);
      Trial trial = new Trial(work(job));
      lines.write("wiremark", "3");
      lines.write("runtime", "jvm " + System.getProperty("java.version"));
      lines.write("version", fact("version"));
      lines.write("ready", "");
      return trial;
    } catch (UnsupportedOperationException e) {
      fail(lines, "unsupported", e);
    } catch (ClassNotFoundException | NoClassDefFoundError | UnsupportedClassVersionError e) {
      fail(lines, "unavailable", e);
    } catch (Throwable e) { // A library may fail in any way; all of them are its verdict.
      fail(lines, "crash", e);
    }
    return null;
  }

  private static Work work(Job job) throws Exception {
    String serializer = job.serializer();
    // A limit runs in any module.
    boolean limit = serializer.startsWith(LimitWork.PREFIX);
    if (!limit && !serializer.equals(fact("serializer"))) {
      throw new ClassNotFoundException(
          "the class path is that of " + fact("serializer") + ", not of " + serializer);
    }
    Class<?> type = Class.forName("wiremark.generated.Entry");
    Entry entry = (Entry) type.getConstructor().newInstance();
    return limit ? LimitWork.of(job, entry) : new SerializerWork(job, entry);
  }

  /** Answers commands; false if one failed. */
  private static boolean answer(Lines lines, Trial trial) throws IOException {
    Lines.Line line;
    while ((line = lines.read()) != null) {
      if (line.key().equals("end")) {
        lines.write("bye", "");
        return true;
      }
      try {
        for (Lines.Line reply : replies(line, trial)) {
          lines.write(reply.key(), reply.value());
        }
      } catch (NotPlain e) {
        fail(lines, "mismatch", e);
        return false;
      } catch (Throwable e) { // As above; a StackOverflowError is a library's answer too.
        fail(lines, "crash", e);
        return false;
      }
    }
    return true;
  }

  /** Does what a command asks for. */
  private static List<Lines.Line> replies(Lines.Line command, Trial trial) throws Exception {
    String key = command.key();
    switch (key) {
      case "slice" -> {
        String[] words = command.words(2);
        int seed = Integer.parseUnsignedInt(words[1]);
        Trial.Slice slice = trial.slice(Long.parseLong(words[0]), seed);
        return List.of(new Lines.Line(key, times(slice) + " " + slice.checksum()));
      }
      case "fresh" -> {
        String[] words = command.words(2);
        Trial.Slice slice = trial.fresh(Integer.parseInt(words[0]), Path.of(words[1]));
        return List.of(new Lines.Line(key, times(slice)));
      }
      case "memory" -> {
        List<Lines.Line> counted = new ArrayList<>(trial.memory(Long.parseLong(command.value())));
        counted.add(command);
        return counted;
      }
      case "dump" -> {
        String[] words = command.words(2);
        int count = trial.dump(words[0], Path.of(words[1]));
        return List.of(new Lines.Line("dumped", words[0] + " " + count));
      }
      default -> throw new IOException("no command is called '" + key + "'");
    }
  }

  private static String times(Trial.Slice slice) {
    return slice.operations() + " " + slice.wall() + " " + slice.cpu();
  }

  private static void fail(Lines lines, String kind, Throwable e) throws IOException {
    e.printStackTrace();
    boolean told = e instanceof UnsupportedOperationException || e instanceof NotPlain;
    String message = told && e.getMessage() != null ? e.getMessage() : e.toString();
    lines.write("error", kind + " " + message);
  }

  /**
   * What the builder leaves in the module about its serializer: its {@code version}, its id under
   * {@code serializer}.
   */
  static String fact(String name) throws IOException {
    String file = "/wiremark/generated/" + name + ".txt";
    try (InputStream in = Main.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException("the module has no " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
