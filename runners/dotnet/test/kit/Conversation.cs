using System.Text;

namespace Wiremark.Kit.Tests;

internal sealed class Conversation : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("wiremark-kit-").FullName;

    public string Kept => Path.Combine(folder, "kept");

    /// <summary>
    /// Sends a job and commands. Checks the four lines with which the runner answers the job, and returns the replies to the
    /// commands.
    /// </summary>
    public static List<string> Ask(Row row, string job, params string[] commands)
    {
        var (replies, _) = Talk(() => row, Job(job, commands));
        Check.Sequence(["wiremark 4", $"runtime dotnet {Environment.Version}", "version 1.2", "ready"], replies.Take(4));
        return replies.Skip(4).ToList();
    }

    public static string[] Job(string job, params string[] commands) => ["wiremark 4", .. job.Split(", "), "load", .. commands];

    public static (List<string> Replies, bool Ok) Talk(Func<Row> row, string[] lines)
    {
        using var input = new MemoryStream(Encoding.UTF8.GetBytes(string.Concat(lines.Select(line => $"{line}\n"))));
        using var output = new MemoryStream();
        var standardError = Console.Error;
        Console.SetError(TextWriter.Null);
        var ok = Runner.Converse(new Lines(input, output), new Texts(), () => row(), new Facts("1.2"));
        Console.SetError(standardError);
        return (Encoding.UTF8.GetString(output.ToArray()).Split('\n', StringSplitOptions.RemoveEmptyEntries).ToList(), ok);
    }

    public string SetObjects(params string[] documents)
    {
        var fixture = new List<byte>([.. FixtureReader.Magic, 0, 0, 0, (byte)documents.Length]);
        foreach (var document in documents)
            fixture.AddRange(FixtureWriter.Write(new Texts(), document).Skip(12));
        File.WriteAllBytes(Path.Combine(folder, "set"), fixture.ToArray());
        return $"set {documents.Length} {Path.Combine(folder, "set")}";
    }

    public string SetFrames(params string[] documents)
    {
        Frames.Write(Path.Combine(folder, "set"), documents.Select(Encoding.UTF8.GetBytes));
        return $"set {documents.Length} {Path.Combine(folder, "set")}";
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    private sealed class Texts : Documents<string>
    {
        public override string Read(FixtureReader reader) => reader.String();

        public override void Write(FixtureWriter writer, string document) => writer.String(document);

        public override long Walk(string document) => document.Length;
    }
}

/// <summary>A row whose methods append a letter for their operation. Tests may replace the methods that serialize.</summary>
internal sealed class Row : Serializer<string>
{
    public Func<string, string> Text { get; init; } = document => document + "s";
    public Func<string, byte[]> Bytes { get; init; } = document => Encoding.UTF8.GetBytes(document + "b");

    public override string SerializeText(string document) => Text(document);

    public override byte[] SerializeBytes(string document) => Bytes(document);

    public override string DeserializeText(string text) => text + "d";

    public override string DeserializeBytes(byte[] bytes) => Encoding.UTF8.GetString(bytes) + "d";

    public override object ToTree(string document) => new StringBuilder(document + "t");

    public override object ParseTree(string text) => new StringBuilder(text + "p");

    public override object ParseTree(byte[] bytes) => new StringBuilder(Encoding.UTF8.GetString(bytes) + "p");

    public override string WriteTreeText(object tree) => tree + "w";

    public override byte[] WriteTreeBytes(object tree) => Encoding.UTF8.GetBytes(tree + "w");
}
