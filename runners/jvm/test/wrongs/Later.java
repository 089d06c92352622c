package wiremark.serializers;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import wiremark.kit.Serializer;

/** Returns an empty array, which another thread fills a moment later. */
public final class Later<T> implements Serializer<T> {
  private static final long MOMENT_MS = 20;

  private final Serializer<T> honest;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work);
            made.setDaemon(true);
            return made;
          });

  private Later(Serializer<T> honest) {
    this.honest = honest;
  }

  public static <T> Serializer<T> of(HandWritten.Codec<T> codec) {
    return new Later<>(HandWritten.of(codec));
  }

  @Override
  public Object serialize(T value) throws Exception {
    byte[] written = ((String) honest.serialize(value)).getBytes(StandardCharsets.UTF_8);
    byte[] result = new byte[written.length];
    thread.schedule(
        () -> System.arraycopy(written, 0, result, 0, result.length),
        MOMENT_MS,
        TimeUnit.MILLISECONDS);
    return result;
  }
}
