namespace Wiremark.Kit;

internal static class Tasks
{
    public static ILoop Of<T>(string task, string output, Documents<T> documents, Serializer<T> row) => (task, output) switch
    {
        ("to-tree" or "parse-tree", _) when documents is Trees<T> => throw new UnsupportedException("plain documents are trees already"),
        ("serialize", "text") => new SerializeText<T>(row, documents),
        ("serialize", "bytes") => new SerializeBytes<T>(row, documents),
        ("deserialize", "text") => new DeserializeText<T>(row, documents),
        ("deserialize", "bytes") => new DeserializeBytes<T>(row, documents),
        ("to-tree", "text") => new ToTree<T>(row, documents, tree => Output.Copy(row.WriteTreeText(tree))),
        ("to-tree", "bytes") => new ToTree<T>(row, documents, tree => Output.Copy(row.WriteTreeBytes(tree))),
        ("parse-tree", "text") => new ParseText<T>(row),
        ("parse-tree", "bytes") => new ParseBytes<T>(row),
        _ => throw new UnsupportedException($"there is no task {task} with output {output}"),
    };

    private sealed class SerializeText<T>(Serializer<T> row, Documents<T> documents)
        : Loop<T, string>(documents.ReadAll, Output.Copy)
    {
        protected override string Operate(T input) => row.SerializeText(input);
        protected override long Length(string? result) => result?.Length ?? 0;
    }

    private sealed class SerializeBytes<T>(Serializer<T> row, Documents<T> documents)
        : Loop<T, byte[]>(documents.ReadAll, Output.Copy)
    {
        protected override byte[] Operate(T input) => row.SerializeBytes(input);
        protected override long Length(byte[]? result) => result?.Length ?? 0;
    }

    private sealed class DeserializeText<T>(Serializer<T> row, Documents<T> documents)
        : Loop<string, T>(Frames.ReadTexts, documents.WriteOne)
    {
        protected override T Operate(string input) => row.DeserializeText(input);
    }

    private sealed class DeserializeBytes<T>(Serializer<T> row, Documents<T> documents)
        : Loop<byte[], T>(Frames.ReadBytes, documents.WriteOne)
    {
        protected override T Operate(byte[] input) => row.DeserializeBytes(input);
    }

    private sealed class ToTree<T>(Serializer<T> row, Documents<T> documents, Func<object, byte[]> write)
        : Loop<T, object>(documents.ReadAll, write)
    {
        protected override object Operate(T input) => row.ToTree(input);
    }

    private sealed class ParseText<T>(Serializer<T> row)
        : Loop<string, object>(Frames.ReadTexts, tree => Output.Copy(row.WriteTreeText(tree)))
    {
        protected override object Operate(string input) => row.ParseTree(input);
    }

    private sealed class ParseBytes<T>(Serializer<T> row)
        : Loop<byte[], object>(Frames.ReadBytes, tree => Output.Copy(row.WriteTreeBytes(tree)))
    {
        protected override object Operate(byte[] input) => row.ParseTree(input);
    }
}
