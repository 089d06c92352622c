package wiremark.kit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Times a row (one serializer and task) alternately in a minimal loop and in the kit's loop.
 * Arguments: a file with the lines of the job, a file with the documents, and their number
 * (unused). After a warm-up, prints a line for each of 60 turns: ns per operation in the minimal
 * loop and in the kit's.
 */
final class Pairs {
  private static Object last;

  @SuppressWarnings("unchecked")
  public static void main(String[] arguments) throws Exception {
    Map<String, String> job = new HashMap<>();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      String[] words = line.split(" ", 2);
      job.put(words[0], words.length > 1 ? words[1] : "");
    }
    Class<?> type = Class.forName("wiremark.generated.Entry");
    Entry entry = (Entry) type.getConstructor().newInstance();
    Model<Object> model = (Model<Object>) entry.model();
    Class<?> output = Output.named(job.get("output"));
    Serializer<Object> serializer = (Serializer<Object>) entry.serializer();
    Work work = Task.of(job.get("task"), output, serializer, model);
    Object[] inputs = work.read(Path.of(arguments[1])).toArray();
    Trial trial = new Trial(work);
    trial.set(Path.of(arguments[1]));
    int ops = 1;
    // Runs both loops for 4 s, so that HotSpot compiles them, and increases ops until the minimal
    // loop takes a millisecond.
    for (long start = System.nanoTime(); System.nanoTime() - start < 4e9; trial.slice(ops, 1)) {
      ops = bare(work, inputs, ops) * ops < 1e6 ? ops * 2 : ops;
    }
    ops *= 10;
    for (int turn = -100; turn < 60; turn++) {
      double bare = turn % 2 == 0 ? 0 : bare(work, inputs, ops);
      double kit = (double) trial.slice(ops, 1).wall() / ops;
      bare = turn % 2 == 0 ? bare(work, inputs, ops) : bare;
      if (turn >= 0) {
        System.out.println(bare + " " + kit);
      }
    }
  }

  private static double bare(Work work, Object[] inputs, int ops) throws Exception {
    int at = 0;
    long start = System.nanoTime();
    for (int i = 0; i < ops; i++) {
      last = work.run(inputs[at]);
      at = at + 1 == inputs.length ? 0 : at + 1;
    }
    return (double) (System.nanoTime() - start) / ops;
  }
}
