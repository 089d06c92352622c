namespace Wiremark.Kit;

/// <summary>
/// A row: one library in one configuration, for documents of type <typeparamref name="T"/>. It overrides the methods for the
/// tasks and output kinds that runner.toml lists for it. Only one thread calls these methods, so a row may reuse buffers, but
/// a result must not change later.
/// </summary>
public abstract class Serializer<T>
{
    public virtual string SerializeText(T document) => throw Missing("serialize to text");
    public virtual byte[] SerializeBytes(T document) => throw Missing("serialize to bytes");
    public virtual T DeserializeText(string text) => throw Missing("deserialize text");
    public virtual T DeserializeBytes(byte[] bytes) => throw Missing("deserialize bytes");

    public virtual object ToTree(T document) => throw Missing("make trees of objects");
    public virtual object ParseTree(string text) => throw Missing("parse text to trees");
    public virtual object ParseTree(byte[] bytes) => throw Missing("parse bytes to trees");

    /// <summary>
    /// Writes a tree, the library's own representation of a document, with the library's writer, so that wiremark can verify it.
    /// Never timed.
    /// </summary>
    public virtual string WriteTreeText(object tree) => throw Missing("write trees as text");

    public virtual byte[] WriteTreeBytes(object tree) => throw Missing("write trees as bytes");

    private NotSupportedException Missing(string task) => new($"{GetType().Name} doesn't {task}");
}

/// <summary>
/// Reads, writes and visits the documents of a dataset. The build program generates one implementation for each dataset.
/// </summary>
public abstract class Documents<T>
{
    public abstract T Read(FixtureReader reader);

    public abstract void Write(FixtureWriter writer, T document);

    /// <summary>Visits every value. Returns the number of scalar values that aren't null.</summary>
    public abstract long Walk(T document);

    internal T[] ReadAll(string path) => FixtureReader.ReadAll(File.ReadAllBytes(path), this);

    internal byte[] WriteOne(T document) => FixtureWriter.Write(this, document);
}

public sealed record Facts(string Version);

/// <summary>The library doesn't support the task, or a type or name of the model.</summary>
public sealed class UnsupportedException(string reason) : Exception(reason);

/// <summary>A result is wrong, for example of another type.</summary>
public sealed class MismatchException(string reason) : Exception(reason);
