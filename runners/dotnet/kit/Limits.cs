using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Wiremark.Kit;

/// <summary>
/// Simple operations on documents, which show how fast a serializer could be at most (docs/PROTOCOL.md, "Limits").
/// </summary>
internal static class Limits
{
    public const string Prefix = "limit-";

    public static ILoop Of<T>(string name, Documents<T> documents) => name switch
    {
        "limit-no-op" => new NoOp(),
        "limit-copy" => new Copy(),
        "limit-write" => new Write(),
        "limit-walk" => new Walk<T>(documents),
        _ => throw new UnsupportedException($"there is no {name}"),
    };

    internal static int Escapable(ReadOnlySpan<byte> bytes)
    {
        var count = 0;
        var blocks = MemoryMarshal.Cast<byte, Vector128<byte>>(bytes);
        foreach (var block in blocks)
        {
            var marks = Vector128.Equals(block, Vector128.Create((byte)'"'))
                | Vector128.Equals(block, Vector128.Create((byte)'\\'))
                | Vector128.LessThan(block, Vector128.Create((byte)' '));
            count += BitOperations.PopCount(marks.ExtractMostSignificantBits());
        }
        foreach (var one in bytes[(blocks.Length * Vector128<byte>.Count)..])
            count += one is (byte)'"' or (byte)'\\' or < (byte)' ' ? 1 : 0;
        return count;
    }

    private sealed class NoOp() : Loop<byte[], byte[]>(Frames.ReadBytes, Output.Copy)
    {
        protected override byte[] Operate(byte[] input) => input;
        protected override long Length(byte[] result) => result.Length;
    }

    private sealed class Copy() : Loop<byte[], byte[]>(Frames.ReadBytes, Output.Copy)
    {
        protected override byte[] Operate(byte[] input)
        {
            var copy = GC.AllocateUninitializedArray<byte>(input.Length);
            input.CopyTo(copy, 0);
            return copy;
        }

        protected override long Length(byte[] result) => result.Length;
    }

    /// <summary>Encodes a text as UTF-8 and counts the characters that JSON escapes. They are ASCII: one byte each.</summary>
    private sealed class Write() : Loop<string, byte[]>(Frames.ReadTexts, Output.Copy)
    {
        /// <summary>Sum of all counts, so that the JIT can't omit the counting.</summary>
        private long found;

        protected override byte[] Operate(string input)
        {
            var bytes = Encoding.UTF8.GetBytes(input);
            found += Escapable(bytes);
            return bytes;
        }

        protected override long Length(byte[] result) => result.Length;
    }

    /// <summary>Visits every value of a document. The result is the number of scalar values that aren't null.</summary>
    private sealed class Walk<T>(Documents<T> documents) : Loop<T, long>(documents.ReadAll, _ => null)
    {
        protected override long Operate(T input) => documents.Walk(input);
        protected override long Length(long result) => result;
    }
}
