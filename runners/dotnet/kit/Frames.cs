using System.Buffers.Binary;
using System.Text;

namespace Wiremark.Kit;

/// <summary>Reads and writes files of documents: for each its length (4 bytes, big-endian) and its bytes.</summary>
internal static class Frames
{
    public static byte[][] ReadBytes(string path)
    {
        var file = File.ReadAllBytes(path);
        var documents = new List<byte[]>();
        for (var at = 0; at < file.Length;)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(file.AsSpan(at));
            documents.Add(file.AsSpan(at + 4, length).ToArray());
            at += 4 + length;
        }
        return documents.ToArray();
    }

    public static string[] ReadTexts(string path) => Array.ConvertAll(ReadBytes(path), Encoding.UTF8.GetString);

    public static void Write(string path, IEnumerable<byte[]> documents)
    {
        using var file = File.Create(path);
        var length = new byte[4];
        foreach (var document in documents)
        {
            BinaryPrimitives.WriteInt32BigEndian(length, document.Length);
            file.Write(length);
            file.Write(document);
        }
    }
}
