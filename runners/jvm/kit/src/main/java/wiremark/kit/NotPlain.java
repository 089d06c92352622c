package wiremark.kit;

import java.io.IOException;

/** Something that a library gave only looks like data; the message says what it is. */
final class NotPlain extends IOException {
  private static final long serialVersionUID = 1;

  NotPlain(String message) {
    super(message);
  }
}
