namespace Wiremark.Kit;

/// <summary>The tasks of docs/PROTOCOL.md, for each output kind.</summary>
internal static class Tasks
{
    public static ILoop Of<T>(string task, string output, Documents<T> documents, Serializer<T> row)
    {
        T[] Fixture(string path) => FixtureReader.ReadAll(File.ReadAllBytes(path), documents);
        byte[] Object(T result) => FixtureWriter.Write(documents, result);
        byte[] TextOf(object tree) => Output.Copy(row.WriteTreeText(tree));
        byte[] BytesOf(object tree) => Output.Copy(row.WriteTreeBytes(tree));
        return (task, output) switch
        {
            ("serialize", "text") => new Loop<T, string, SerializeText<T>>(new(row), Fixture, Output.Copy),
            ("serialize", "bytes") => new Loop<T, byte[], SerializeBytes<T>>(new(row), Fixture, Output.Copy),
            ("deserialize", "text") => new Loop<string, T, DeserializeText<T>>(new(row), Frames.ReadTexts, Object),
            ("deserialize", "bytes") => new Loop<byte[], T, DeserializeBytes<T>>(new(row), Frames.ReadBytes, Object),
            ("to-tree", "text") => new Loop<T, object, ToTree<T>>(new(row), Fixture, TextOf),
            ("to-tree", "bytes") => new Loop<T, object, ToTree<T>>(new(row), Fixture, BytesOf),
            ("parse-tree", "text") => new Loop<string, object, ParseText<T>>(new(row), Frames.ReadTexts, TextOf),
            ("parse-tree", "bytes") => new Loop<byte[], object, ParseBytes<T>>(new(row), Frames.ReadBytes, BytesOf),
            _ => throw new UnsupportedException($"there is no task {task} with output {output}"),
        };
    }

    private readonly struct SerializeText<T>(Serializer<T> row) : IOperation<T, string>
    {
        public string Run(T input) => row.SerializeText(input);
        public long Length(string? result) => result?.Length ?? 0;
    }

    private readonly struct SerializeBytes<T>(Serializer<T> row) : IOperation<T, byte[]>
    {
        public byte[] Run(T input) => row.SerializeBytes(input);
        public long Length(byte[]? result) => result?.Length ?? 0;
    }

    private readonly struct DeserializeText<T>(Serializer<T> row) : IOperation<string, T>
    {
        public T Run(string input) => row.DeserializeText(input);
        public long Length(T result) => 0;
    }

    private readonly struct DeserializeBytes<T>(Serializer<T> row) : IOperation<byte[], T>
    {
        public T Run(byte[] input) => row.DeserializeBytes(input);
        public long Length(T result) => 0;
    }

    private readonly struct ToTree<T>(Serializer<T> row) : IOperation<T, object>
    {
        public object Run(T input) => row.ToTree(input);
        public long Length(object result) => 0;
    }

    private readonly struct ParseText<T>(Serializer<T> row) : IOperation<string, object>
    {
        public object Run(string input) => row.ParseTree(input);
        public long Length(object result) => 0;
    }

    private readonly struct ParseBytes<T>(Serializer<T> row) : IOperation<byte[], object>
    {
        public object Run(byte[] input) => row.ParseTree(input);
        public long Length(object result) => 0;
    }
}
