package wiremark.serializers;

import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class ProtobufAny {
  private ProtobufAny() {}

  public static Value toMessage(Object value) {
    Value.Builder message = Value.newBuilder();
    if (value == null) {
      message.setNullValue(NullValue.NULL_VALUE);
    } else if (value instanceof String text) {
      message.setStringValue(text);
    } else if (value instanceof Number number) {
      message.setNumberValue(number.doubleValue());
    } else if (value instanceof Boolean truth) {
      message.setBoolValue(truth);
    } else if (value instanceof List<?> list) {
      ListValue.Builder values = ListValue.newBuilder();
      for (Object element : list) {
        values.addValues(toMessage(element));
      }
      message.setListValue(values);
    } else if (value instanceof Map<?, ?> map) {
      Struct.Builder fields = Struct.newBuilder();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        fields.putFields((String) entry.getKey(), toMessage(entry.getValue()));
      }
      message.setStructValue(fields);
    } else {
      throw new IllegalArgumentException("JSON has no " + value.getClass().getName());
    }
    return message.build();
  }

  public static Object toValue(Value message) {
    return switch (message.getKindCase()) {
      case STRING_VALUE -> message.getStringValue();
      case NUMBER_VALUE -> message.getNumberValue();
      case BOOL_VALUE -> message.getBoolValue();
      case LIST_VALUE -> {
        List<Value> values = message.getListValue().getValuesList();
        List<Object> list = new ArrayList<>(values.size());
        for (Value element : values) {
          list.add(toValue(element));
        }
        yield list;
      }
      case STRUCT_VALUE -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Map.Entry<String, Value> entry : message.getStructValue().getFieldsMap().entrySet()) {
          map.put(entry.getKey(), toValue(entry.getValue()));
        }
        yield map;
      }
      default -> null;
    };
  }
}
