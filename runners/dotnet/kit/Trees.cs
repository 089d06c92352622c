namespace Wiremark.Kit;

/// <summary>
/// Documents of type any as trees of a library, for rows with the option <c>plain</c>. Trees are made before the clock
/// starts and converted to plain data after it has stopped.
/// </summary>
public abstract class Trees<T> : Documents<T>
{
    public sealed override T Read(FixtureReader reader) => Make(reader.Any(integers: true));

    public sealed override void Write(FixtureWriter writer, T document) => writer.Any(Values(document));

    public sealed override long Walk(T document) => throw new NotSupportedException("limits get typed objects");

    /// <param name="value">Null, bool, long, double, string, or a list or dictionary of such values.</param>
    protected abstract T Make(object? value);

    /// <summary>The opposite of <see cref="Make"/>.</summary>
    protected abstract object? Values(T tree);
}
