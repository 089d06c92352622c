using System.Collections;
using System.Text;

namespace Wiremark.Kit;

/// <summary>Converts the kept results of slices to bytes right after the clocks have stopped, for verification.</summary>
internal sealed class Results<TResult>(Func<TResult, byte[]?> finish)
{
    private List<byte[]> frames = [];

    /// <summary>Converts the results from index 1 on; the result at index 0 isn't verified.</summary>
    /// <exception cref="MismatchException">Two results are the same object, or a result is null or of a wrong type.</exception>
    public void Keep(Slot<TResult>[] kept)
    {
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        foreach (var slot in kept.AsSpan(1))
        {
            // Libraries may return the same object for equal strings, for equal boxed values and for empty collections.
            if (slot.Result is { } result and not (string or ValueType or ICollection { Count: 0 }) && !seen.Add(result))
                throw new MismatchException($"two results are the same {FixtureWriter.Spelled(result.GetType())}: the second replaces the first");
            if (finish(slot.Result) is { } frame)
                frames.Add(frame);
        }
    }

    public List<byte[]> Take()
    {
        var taken = frames;
        frames = [];
        return taken;
    }
}

internal static class Output
{
    public static byte[] Copy(string? text) =>
        Encoding.UTF8.GetBytes(text ?? throw new MismatchException("the serializer returned null instead of text"));

    public static byte[] Copy(byte[]? bytes) =>
        bytes?.AsSpan().ToArray() ?? throw new MismatchException("the serializer returned null instead of bytes");
}
