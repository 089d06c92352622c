using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Wiremark.Serializers;

/// <summary>Writes JSON to a buffer of characters, which is reused for each document.</summary>
public sealed class JsonWriter
{
    internal static readonly string Escaped = string.Concat(Enumerable.Range(0, 32).Select(code => (char)code)) + "\"\\";

    private static readonly SearchValues<char> ToEscape = SearchValues.Create(Escaped);

    private static readonly double[] Powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];

    private char[] buffer = new char[4096];
    private int length;

    public string Finish()
    {
        var text = new string(buffer, 0, length);
        length = 0;
        return text;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Raw(string json)
    {
        json.CopyTo(Free(json.Length));
        length += json.Length;
    }

    public void Boolean(bool value) => Raw(value ? "true" : "false");

    public void Int32(int value) => Format(value, 11);

    public void Int64(long value) => Format(value, 20);

    /// <summary>
    /// Writes a double. If its magnitude is below 1e9 and it is the quotient of an integer and 10ⁿ for an n from 0 to 6, writes
    /// it with n decimals (the smallest such n). The integer and 10ⁿ are exact doubles, so a reader that divides them gets the
    /// same double. .NET formats all other doubles.
    /// </summary>
    public void Double(double value)
    {
        var magnitude = Math.Abs(value);
        for (var decimals = 0; decimals < Powers.Length && magnitude < 1e9; decimals++)
        {
            var scaled = magnitude * Powers[decimals];
            if (scaled != Math.Truncate(scaled) || scaled / Powers[decimals] != magnitude)
                continue;
            if (double.IsNegative(value))
                Raw("-");
            var whole = (long)scaled;
            var power = (long)Powers[decimals];
            Int64(whole / power);
            if (decimals > 0)
                Decimals(whole % power, decimals);
            return;
        }
        Format(value, 32);
    }

    public void String(string text)
    {
        var free = Free(text.Length + 2);
        var first = text.AsSpan().IndexOfAny(ToEscape);
        free[0] = '"';
        if (first >= 0)
        {
            Escape(text, first);
            return;
        }
        text.CopyTo(free[1..]);
        free[text.Length + 1] = '"';
        length += text.Length + 2;
    }

    public void Guid(Guid value)
    {
        var free = Free(38);
        free[0] = '"';
        value.TryFormat(free[1..], out _);
        free[37] = '"';
        length += 38;
    }

    /// <summary>Writes an instant with milliseconds: cuts .NET's round-trip format after 23 characters and appends Z.</summary>
    public void Instant(DateTime value)
    {
        var free = Free(30);
        free[0] = '"';
        value.TryFormat(free[1..], out _, "O", CultureInfo.InvariantCulture);
        free[24] = 'Z';
        free[25] = '"';
        length += 26;
    }

    public void Bytes(byte[] value)
    {
        var free = Free((value.Length + 2) / 3 * 4 + 2);
        free[0] = '"';
        Convert.TryToBase64Chars(value, free[1..], out var count);
        free[count + 1] = '"';
        length += count + 2;
    }

    public void Any(object? value)
    {
        switch (value)
        {
            case null: Raw("null"); break;
            case bool truth: Boolean(truth); break;
            case double number: Double(number); break;
            case string text: String(text); break;
            case List<object?> list:
                var before = "[";
                foreach (var item in list)
                {
                    Raw(before);
                    before = ",";
                    Any(item);
                }
                Raw(before == "," ? "]" : "[]");
                break;
            case Dictionary<string, object?> map:
                var start = "{";
                foreach (var (key, item) in map)
                {
                    Raw(start);
                    start = ",";
                    String(key);
                    Raw(":");
                    Any(item);
                }
                Raw(start == "," ? "}" : "{}");
                break;
            default: throw new NotSupportedException($"JSON has no {value.GetType()}");
        }
    }

    private void Format<T>(T value, int longest)
        where T : ISpanFormattable
    {
        value.TryFormat(Free(longest), out var count, default, CultureInfo.InvariantCulture);
        length += count;
    }

    private void Decimals(long digits, int count)
    {
        var free = Free(count + 1);
        free[0] = '.';
        for (var i = count; i > 0; i--, digits /= 10)
            free[i] = (char)('0' + digits % 10);
        length += count + 1;
    }

    private void Escape(string text, int first)
    {
        var free = Free(6 * text.Length + 2);
        free[0] = '"';
        text.AsSpan(0, first).CopyTo(free[1..]);
        var at = first + 1;
        foreach (var character in text.AsSpan(first))
        {
            var letter = character switch
            {
                '"' or '\\' => character,
                '\n' => 'n',
                '\r' => 'r',
                '\t' => 't',
                < ' ' => 'u',
                _ => '\0',
            };
            if (letter == '\0')
            {
                free[at++] = character;
                continue;
            }
            free[at++] = '\\';
            free[at++] = letter;
            if (letter != 'u')
                continue;
            ((int)character).TryFormat(free[at..], out _, "x4", CultureInfo.InvariantCulture);
            at += 4;
        }
        free[at] = '"';
        length += at + 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<char> Free(int more)
    {
        if (buffer.Length - length < more)
            Grow(more);
        return buffer.AsSpan(length);
    }

    private void Grow(int more) => Array.Resize(ref buffer, Math.Max(2 * buffer.Length, length + more));
}
