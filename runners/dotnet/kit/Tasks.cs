namespace Wiremark.Kit;

/// <summary>The tasks of docs/PROTOCOL.md, for each output kind.</summary>
internal static class Tasks
{
    public static ILoop Of<T>(string task, string output, Documents<T> documents, Serializer<T> row)
    {
        T[] Fixture(string path) => FixtureReader.ReadAll(path, documents);
        Func<object, byte[]> write = output == "text"
            ? tree => Output.Copy(row.WriteTreeText(tree))
            : tree => Output.Copy(row.WriteTreeBytes(tree));
        return (task, output) switch
        {
            ("serialize", "text") => new Loop<T, string, SerializeText<T>>(new(row), Fixture),
            ("serialize", "bytes") => new Loop<T, byte[], SerializeBytes<T>>(new(row), Fixture),
            ("deserialize", "text") => new Loop<string, T, DeserializeText<T>>(new(row, documents), Frames.ReadTexts),
            ("deserialize", "bytes") => new Loop<byte[], T, DeserializeBytes<T>>(new(row, documents), Frames.ReadBytes),
            ("to-tree", "text" or "bytes") => new Loop<T, object, ToTree<T>>(new(row, write), Fixture),
            ("parse-tree", "text") => new Loop<string, object, ParseText<T>>(new(row, write), Frames.ReadTexts),
            ("parse-tree", "bytes") => new Loop<byte[], object, ParseBytes<T>>(new(row, write), Frames.ReadBytes),
            _ => throw new UnsupportedException($"there is no task {task} with output {output}"),
        };
    }

    private readonly struct SerializeText<T>(Serializer<T> row) : ITask<T, string>
    {
        public string Run(T input) => row.SerializeText(input);

        public long Length(string? result) => result?.Length ?? 0;

        public byte[] Finish(string result) => Output.Copy(result);
    }

    private readonly struct SerializeBytes<T>(Serializer<T> row) : ITask<T, byte[]>
    {
        public byte[] Run(T input) => row.SerializeBytes(input);

        public long Length(byte[]? result) => result?.Length ?? 0;

        public byte[] Finish(byte[] result) => Output.Copy(result);
    }

    private readonly struct DeserializeText<T>(Serializer<T> row, Documents<T> documents) : ITask<string, T>
    {
        public T Run(string input) => row.DeserializeText(input);

        public long Length(T result) => 0;

        public byte[] Finish(T result) => FixtureWriter.Write(documents, result);
    }

    private readonly struct DeserializeBytes<T>(Serializer<T> row, Documents<T> documents) : ITask<byte[], T>
    {
        public T Run(byte[] input) => row.DeserializeBytes(input);

        public long Length(T result) => 0;

        public byte[] Finish(T result) => FixtureWriter.Write(documents, result);
    }

    private readonly struct ToTree<T>(Serializer<T> row, Func<object, byte[]> write) : ITask<T, object>
    {
        public object Run(T input) => row.ToTree(input);

        public long Length(object result) => 0;

        public byte[] Finish(object result) => write(result);
    }

    private readonly struct ParseText<T>(Serializer<T> row, Func<object, byte[]> write) : ITask<string, object>
    {
        public object Run(string input) => row.ParseTree(input);

        public long Length(object result) => 0;

        public byte[] Finish(object result) => write(result);
    }

    private readonly struct ParseBytes<T>(Serializer<T> row, Func<object, byte[]> write) : ITask<byte[], object>
    {
        public object Run(byte[] input) => row.ParseTree(input);

        public long Length(object result) => 0;

        public byte[] Finish(object result) => write(result);
    }
}
