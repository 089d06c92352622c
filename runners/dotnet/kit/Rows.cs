namespace Wiremark.Kit;

/// <summary>
/// A row: one library in one configuration, for documents of type <typeparamref name="T"/>, the root of a dataset's model. A row
/// overrides the methods for its declarations in runner.toml. Only one thread calls it, so it may reuse buffers, but its results must
/// not change later.
/// </summary>
public abstract class Serializer<T>
{
    public virtual string SerializeText(T document) => throw Missing("serialize to text");
    public virtual byte[] SerializeBytes(T document) => throw Missing("serialize to bytes");
    public virtual T DeserializeText(string text) => throw Missing("deserialize text");
    public virtual T DeserializeBytes(byte[] bytes) => throw Missing("deserialize bytes");

    /// <summary>For the task to-tree: creates the library's own tree.</summary>
    public virtual object ToTree(T document) => throw Missing("make trees of objects");
    public virtual object ParseTree(string text) => throw Missing("parse text to trees");
    public virtual object ParseTree(byte[] bytes) => throw Missing("parse bytes to trees");

    /// <summary>Writes a tree with the library's own writer. Never timed.</summary>
    public virtual string WriteTreeText(object tree) => throw Missing("write trees as text");

    /// <summary>Writes a tree with the library's own writer. Never timed.</summary>
    public virtual byte[] WriteTreeBytes(object tree) => throw Missing("write trees as bytes");

    private NotSupportedException Missing(string task) => new($"{GetType().Name} doesn't {task}");
}

/// <summary>The documents of a dataset. The build program generates one implementation for each model.</summary>
public abstract class Documents<T>
{
    public abstract T Read(FixtureReader reader);

    public abstract void Write(FixtureWriter writer, T document);

    /// <summary>Visits every value. Returns the number of leaves that aren't null.</summary>
    public abstract long Walk(T document);

    internal T[] ReadAll(string path) => FixtureReader.ReadAll(File.ReadAllBytes(path), this);

    /// <summary>Returns a fixture of one document.</summary>
    internal byte[] WriteOne(T document) => FixtureWriter.Write(this, document);
}

/// <summary>Facts about the row that the build program passes to the kit.</summary>
/// <param name="Version">The version of the row's library.</param>
public sealed record Facts(string Version);

/// <summary>The library doesn't support the task or a type of the model.</summary>
public sealed class UnsupportedException(string reason) : Exception(reason);

/// <summary>A result is wrong, for example of another type.</summary>
public sealed class MismatchException(string reason) : Exception(reason);
