using System.Text;

namespace Wiremark.Kit;

/// <summary>
/// Reads and writes the protocol's lines: a key and, unless the value is empty, a space and the escaped value
/// (docs/PROTOCOL.md, "Lines").
/// </summary>
internal sealed class Lines(Stream input, Stream output)
{
    public (string Key, string Value)? Read()
    {
        var bytes = new List<byte>();
        var next = input.ReadByte();
        if (next < 0)
            return null;
        for (; next is >= 0 and not '\n'; next = input.ReadByte())
            bytes.Add((byte)next);
        var words = Encoding.UTF8.GetString(bytes.ToArray()).Split(' ', 2);
        return (words[0], words.Length > 1 ? Unescape(words[1]) : "");
    }

    public void Write(string key, string value = "")
    {
        var line = value == "" ? $"{key}\n" : $"{key} {Escape(value)}\n";
        output.Write(Encoding.UTF8.GetBytes(line));
        output.Flush();
    }

    public static string Escape(string value) =>
        value.Replace(@"\", @"\\").Replace("\n", @"\n").Replace("\r", @"\r");

    public static string Unescape(string value)
    {
        var text = new StringBuilder(value.Length);
        for (var i = 0; i < value.Length; i++)
            text.Append(value[i] != '\\' || i + 1 == value.Length ? value[i] : value[++i] switch { 'n' => '\n', 'r' => '\r', var other => other });
        return text.ToString();
    }
}
