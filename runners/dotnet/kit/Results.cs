using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Wiremark.Kit;

/// <summary>Finishes the last results of slices, right after the clocks have stopped.</summary>
internal sealed class Results<TResult>(Func<TResult, byte[]?> finish)
{
    private List<byte[]> frames = [];

    /// <summary>Finishes the results from the second place on.</summary>
    /// <exception cref="MismatchException">Two results are the same object, or one isn't what a result must be.</exception>
    public void Keep(Slot<TResult>[] kept)
    {
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        foreach (var slot in kept.AsSpan(1))
        {
            if (CanChange(slot.Result) && !seen.Add(slot.Result))
                throw new MismatchException($"two results are the same {slot.Result.GetType()}: the second replaces the first");
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

    private static bool CanChange([NotNullWhen(true)] TResult result) =>
        result is not (null or string or ValueType or ICollection { Count: 0 });
}

/// <summary>Copies of outputs.</summary>
internal static class Output
{
    public static byte[] Copy(string? text) =>
        Encoding.UTF8.GetBytes(text ?? throw new MismatchException("the serializer returned null instead of text"));

    public static byte[] Copy(byte[]? bytes) =>
        (byte[])(bytes ?? throw new MismatchException("the serializer returned null instead of bytes")).Clone();
}
