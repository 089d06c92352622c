package wiremark.kit;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A look at one place of each result, by which the core knows what was made in a slice
 * (docs/PROTOCOL.md, "slice"): to be right, all of it must have been made. The state decides the
 * place, an unsigned number of 32 bits that steps before each operation. The way down to a leaf is
 * that of another state, the {@code way}, which many operations in a row have in common: so a
 * processor can foresee it, and a look takes no longer than reading the leaf.
 *
 * <p>An implementation for a model's types is generated from the schema. A look allocates nothing.
 *
 * @param <T> the model's root type
 */
public interface Sampling<T> {
  /** What one place of a document holds, as a number. */
  int sample(T value, int way, int state);

  /** What a null counts, or a field that is absent. */
  int NULL = 1;

  /** What a record without fields counts. */
  int NO_FIELDS = 4;

  /** What an empty list counts. */
  int EMPTY_LIST = 5;

  /** The state after this one. */
  static int step(int state) {
    return state * 1664525 + 1013904223;
  }

  /** A place of so many, of which there is one at least. */
  static int place(int state, int count) {
    return (int) (((state >>> 8) * (long) count) >>> 24);
  }

  /** The length of a string and one of its UTF-16 units. */
  static int text(String value, int state) {
    if (value == null) {
      return NULL;
    }
    int length = value.length();
    return length == 0 ? 0 : length + value.charAt(place(state, length));
  }

  /** The length and one of the bytes. */
  static int bytes(byte[] value, int state) {
    if (value == null) {
      return NULL;
    }
    int length = value.length;
    return length == 0 ? 0 : length + (value[place(state, length)] & 0xff);
  }

  static int truth(boolean value) {
    return value ? 3 : 2;
  }

  static int integer(long value) {
    return (int) value & 0xffff;
  }

  static int number(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return (int) (bits ^ (bits >>> 32)) & 0xffff;
  }

  /** The last hexadecimal digit. */
  static int uuid(UUID value) {
    return value == null ? NULL : (int) value.getLeastSignificantBits() & 0xf;
  }

  static int instant(Instant value) {
    return value == null
        ? NULL
        : (int) (value.getEpochSecond() * 1000 + value.getNano() / 1_000_000) & 0xffff;
  }

  /** How many entries; which of them is first is the map's own to say. */
  static int map(Map<String, ?> value) {
    return value == null ? NULL : map(value.size());
  }

  static int map(int entries) {
    return 6 + entries;
  }

  /** A JSON value of any kind, in whichever of Java's number classes a library reads numbers. */
  static int any(Object value, int way, int state) {
    if (value instanceof String text) {
      return text(text, state);
    }
    if (value instanceof Number number) {
      return number(number.doubleValue());
    }
    if (value instanceof Boolean truth) {
      return truth(truth);
    }
    if (value instanceof List<?> list) {
      int size = list.size();
      return size == 0 ? EMPTY_LIST : size + any(list.get(place(way, size)), step(way), state);
    }
    return value instanceof Map<?, ?> map ? map(map.size()) : NULL;
  }
}
