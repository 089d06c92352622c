package wiremark.kit;

import java.util.List;
import java.util.Map;

/** Visits values of type any for limit-walk, whose generated code visits all other types. */
public final class AnyWalk {
  private long read;

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
