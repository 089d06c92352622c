package wiremark.kit;

import java.nio.file.Path;
import java.util.List;

/** Creates the operation of a task (docs/PROTOCOL.md, "Tasks"). */
final class Task {
  private Task() {}

  static Work of(String name, Class<?> output, Serializer<Object> serializer, Model<Object> model) {
    return switch (name) {
      case "serialize" -> new Serialize(serializer, model, output);
      case "deserialize" -> new Deserialize(serializer, model, output);
      case "to-tree" -> new ToTree(serializer, model, output);
      case "parse-tree" -> new ParseTree(serializer, output);
      default -> throw new UnsupportedOperationException("no task " + name);
    };
  }

  private record Serialize(Serializer<Object> serializer, Model<Object> model, Class<?> output)
      implements Work {
    @Override
    public List<Object> read(Path file) throws Exception {
      return FixtureReader.readAll(file, model);
    }

    @Override
    public Object run(Object input) throws Exception {
      return serializer.serialize(input);
    }

    @Override
    public long length(Object result) {
      return Output.length(result);
    }

    @Override
    public byte[] finish(Object result) throws Mismatch {
      return Output.copy("serialize", result, output);
    }
  }

  private record Deserialize(Serializer<Object> serializer, Model<Object> model, Class<?> output)
      implements Work {
    @Override
    public List<Object> read(Path file) throws Exception {
      return Frames.read(file, output);
    }

    @Override
    public Object run(Object input) throws Exception {
      return serializer.deserialize(input);
    }

    @Override
    public byte[] finish(Object result) throws Exception {
      return FixtureWriter.document(model, result);
    }
  }

  private record ToTree(Serializer<Object> serializer, Model<Object> model, Class<?> output)
      implements Work {
    @Override
    public List<Object> read(Path file) throws Exception {
      return FixtureReader.readAll(file, model);
    }

    @Override
    public Object run(Object input) throws Exception {
      return serializer.toTree(input);
    }

    @Override
    public byte[] finish(Object result) throws Exception {
      return Output.copy("the tree's writer", serializer.writeTree(result), output);
    }
  }

  private record ParseTree(Serializer<Object> serializer, Class<?> output) implements Work {
    @Override
    public List<Object> read(Path file) throws Exception {
      return Frames.read(file, output);
    }

    @Override
    public Object run(Object input) throws Exception {
      return serializer.parseTree(input);
    }

    @Override
    public byte[] finish(Object result) throws Exception {
      return Output.copy("the tree's writer", serializer.writeTree(result), output);
    }
  }
}
