using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Wiremark.Kit;

/// <summary>Limits that serializers are compared with (docs/PROTOCOL.md, "Limits").</summary>
internal static class Limits
{
    /// <summary>A job's serializer that begins so is a limit.</summary>
    public const string Prefix = "limit-";

    public static ILoop Of<T>(string name, Documents<T> documents) => name switch
    {
        "limit-no-op" => new Loop<byte[], byte[], NoOp>(default, Frames.ReadBytes),
        "limit-copy" => new Loop<byte[], byte[], Copy>(default, Frames.ReadBytes),
        "limit-write" => new Loop<string, byte[], Write>(new(new Write.Found()), Frames.ReadTexts),
        "limit-walk" => new Loop<T, long, Walk<T>>(new(documents), path => FixtureReader.ReadAll(path, documents)),
        _ => throw new UnsupportedException($"there is no {name}"),
    };

    /// <summary>Returns the document as it is: the time that is left is the loop's own.</summary>
    private readonly struct NoOp : ITask<byte[], byte[]>
    {
        public byte[] Run(byte[] input) => input;

        public long Length(byte[] result) => result.Length;

        public byte[] Finish(byte[] result) => Output.Copy(result);
    }

    private readonly struct Copy : ITask<byte[], byte[]>
    {
        public byte[] Run(byte[] input)
        {
            var copy = GC.AllocateUninitializedArray<byte>(input.Length);
            input.CopyTo(copy, 0);
            return copy;
        }

        public long Length(byte[] result) => result.Length;

        public byte[] Finish(byte[] result) => Output.Copy(result);
    }

    /// <summary>
    /// Encodes as UTF-8 and counts the characters that JSON escapes. They are ASCII, so it looks for them in the encoded bytes, 16
    /// at a time.
    /// </summary>
    internal readonly struct Write(Write.Found found) : ITask<string, byte[]>
    {
        public byte[] Run(string input)
        {
            var bytes = Encoding.UTF8.GetBytes(input);
            found.Count += Escapable(bytes);
            return bytes;
        }

        public long Length(byte[] result) => result.Length;

        public byte[] Finish(byte[] result) => Output.Copy(result);

        /// <summary>The number of bytes that are a quote, a backslash or below U+0020.</summary>
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

        /// <summary>Keeps the count, so that the JIT can't leave out the search.</summary>
        internal sealed class Found
        {
            public long Count;
        }
    }

    /// <summary>Visits the whole object graph. Its result is the number of leaves.</summary>
    private readonly struct Walk<T>(Documents<T> documents) : ITask<T, long>
    {
        public long Run(T input) => documents.Walk(input);

        public long Length(long result) => result;

        public byte[]? Finish(long result) => null;
    }
}
