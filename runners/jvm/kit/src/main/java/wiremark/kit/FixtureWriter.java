package wiremark.kit;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes fixtures, documents in a neutral binary format (docs/PROTOCOL.md, "Frames and fixtures").
 * Methods {@code write…} of types that aren't primitive accept null and write it as null, so that
 * wiremark can report fields that a deserializer didn't set.
 */
public final class FixtureWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  FixtureWriter() {}

  static <T> byte[] document(Model<T> model, T value) throws IOException {
    FixtureWriter writer = new FixtureWriter();
    writer.out.write(FixtureReader.MAGIC);
    writer.out.writeInt(1);
    if (value == null) {
      writer.writeNull();
    } else {
      try {
        model.write(writer, value);
      } catch (ClassCastException e) {
        // Shortens "class A cannot be cast to class B (A is in module …".
        String message = e.getMessage().replaceFirst(" \\(.*", "");
        throw new Mismatch("deserialize returned an object that isn't of the model: " + message);
      }
    }
    return writer.bytes.toByteArray();
  }

  public void writeNull() throws IOException {
    out.writeByte('N');
  }

  /**
   * Writes the start of a record with this number of fields, each a {@link #name} and a value.
   * Throws unless the record's class is exactly {@code type}.
   */
  public void record(Object record, Class<?> type, int fields) throws IOException {
    Plain.record(record, type);
    record(fields);
  }

  /** Writes the start of a record of a final class, which needs no check. */
  public void record(int fields) throws IOException {
    out.writeByte('{');
    out.writeInt(fields);
  }

  public void name(String name) throws IOException {
    text(name);
  }

  /**
   * Writes the start of a list; the caller then writes its values. Throws if {@link Plain} rejects
   * its class.
   */
  public void list(List<?> list) throws IOException {
    Plain.list(list);
    list(list.size());
  }

  public void list(int count) throws IOException {
    out.writeByte('[');
    out.writeInt(count);
  }

  public void map(Map<?, ?> map) throws IOException {
    map(map, map.size());
  }

  /**
   * Writes the start of a map, which may be of another class than {@link Map}, such as Scala's. The
   * caller then writes a {@link #name} and a value for each entry. Throws if {@link Plain} rejects
   * its class.
   */
  public void map(Object map, int entries) throws IOException {
    Plain.map(map);
    out.writeByte('M');
    out.writeInt(entries);
  }

  public void writeBoolean(boolean value) throws IOException {
    out.writeByte(value ? 'T' : 'F');
  }

  public void writeInt32(int value) throws IOException {
    writeInt64(value);
  }

  public void writeInt64(long value) throws IOException {
    out.writeByte('l');
    out.writeLong(value);
  }

  public void writeDouble(double value) throws IOException {
    out.writeByte('d');
    out.writeDouble(value);
  }

  public void writeString(String value) throws IOException {
    if (tag('s', value)) {
      text(value);
    }
  }

  public void writeUuid(UUID value) throws IOException {
    writeString(value == null ? null : value.toString());
  }

  public void writeInstant(Instant value) throws IOException {
    if (tag('m', value)) {
      out.writeLong(value.toEpochMilli());
    }
  }

  public void writeBytes(byte[] value) throws IOException {
    if (tag('b', value)) {
      out.writeInt(value.length);
      out.write(value);
    }
  }

  /** Writes a value of type any. A number other than an int or a long is written as a double. */
  public void writeAny(Object value) throws IOException {
    if (value == null) {
      writeNull();
    } else if (value instanceof Boolean truth) {
      writeBoolean(truth);
    } else if (value instanceof Long || value instanceof Integer) {
      writeInt64(((Number) value).longValue());
    } else if (value instanceof Number number) {
      Plain.number(number);
      writeDouble(number.doubleValue());
    } else if (value instanceof String text) {
      writeString(text);
    } else if (value instanceof List<?> list) {
      list(list);
      for (Object element : list) {
        writeAny(element);
      }
    } else if (value instanceof Map<?, ?> map) {
      map(map);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        name((String) entry.getKey());
        writeAny(entry.getValue());
      }
    } else {
      throw new Mismatch("not a value of JSON: " + value.getClass().getName());
    }
  }

  private boolean tag(char tag, Object value) throws IOException {
    out.writeByte(value == null ? 'N' : tag);
    return value != null;
  }

  private void text(String value) throws IOException {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
