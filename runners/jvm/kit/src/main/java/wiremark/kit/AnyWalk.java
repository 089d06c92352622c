package wiremark.kit;

import java.util.List;
import java.util.Map;

/**
 * Reads every value of type any for limit-walk, the least work that reads a whole document
 * (docs/PROTOCOL.md, "Limits"); generated code reads the other types. The sum {@code read} keeps
 * the compiler from omitting reads.
 */
public final class AnyWalk {
  private long read;

  /** Returns the number of values that are neither lists, maps nor null. */
  public int walk(Object value) {
    if (value instanceof String text) {
      read += text.length();
      return 1;
    }
    if (value instanceof List<?> list) {
      int leaves = 0;
      for (int i = 0, size = list.size(); i < size; i++) {
        leaves += walk(list.get(i));
      }
      return leaves;
    }
    if (value instanceof Map<?, ?> map) {
      int leaves = 0;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        read += ((String) entry.getKey()).length();
        leaves += walk(entry.getValue());
      }
      return leaves;
    }
    if (value instanceof Number number) {
      read += number.longValue();
      return 1;
    }
    if (value instanceof Boolean truth) {
      read += truth ? 1 : 0;
      return 1;
    }
    return 0;
  }
}
