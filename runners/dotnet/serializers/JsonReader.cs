using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Wiremark.Serializers;

/// <summary>Reads JSON. A method that reads a value starts at the value's first character and stops after its last.</summary>
public ref struct JsonReader(string document)
{
    private static readonly SearchValues<char> Stops = SearchValues.Create(JsonWriter.Escaped);

    private static readonly double[] Powers = [.. Enumerable.Range(0, 23).Select(power => double.Parse($"1e{power}", CultureInfo.InvariantCulture))];

    private readonly ReadOnlySpan<char> text = document;

    public int At { get; private set; }

    private readonly char Current => At < text.Length ? text[At] : '\0';

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Skip(string expected)
    {
        if (!text[At..].StartsWith(expected, StringComparison.Ordinal))
            return false;
        At += expected.Length;
        return true;
    }

    /// <summary>
    /// Skips the text that is expected before a value, and returns true. If the text differs or white space follows it, skips
    /// nothing and returns false.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool SkipBefore(string expected)
    {
        if (!Skip(expected))
            return false;
        if (Current > ' ')
            return true;
        At -= expected.Length;
        return false;
    }

    public bool Null() => Skip("null");

    /// <summary>
    /// Skips the start of a list or an object and returns whether it has elements. If it has none, also skips its end.
    /// </summary>
    public bool Begin(char open, char close)
    {
        Space();
        Take(open);
        Space();
        if (Current != close)
            return true;
        At++;
        return false;
    }

    public bool More(char close)
    {
        Space();
        var character = Current;
        if (character != ',' && character != close)
            throw Wrong($"a comma or {close}");
        At++;
        if (character == close)
            return false;
        Space();
        return true;
    }

    /// <summary>
    /// Returns whether the object has another field. The first call, with <paramref name="begun"/> false, also skips the
    /// object's start.
    /// </summary>
    public bool MoreFields(ref bool begun)
    {
        if (begun)
            return More('}');
        begun = true;
        return Begin('{', '}');
    }

    public ReadOnlySpan<char> Name()
    {
        var name = Characters();
        Colon();
        return name;
    }

    public string Key()
    {
        var key = String();
        Colon();
        return key;
    }

    public bool Boolean()
    {
        if (Skip("true"))
            return true;
        return Skip("false") ? false : throw Wrong("true or false");
    }

    public int Int32() => checked((int)Int64());

    public long Int64()
    {
        var start = At;
        var isNegative = Current == '-';
        if (isNegative)
            At++;
        var first = At;
        ulong value = 0;
        for (; (uint)(Current - '0') <= 9; At++)
            value = value * 10 + (uint)(Current - '0');
        var digits = At - first;
        if (digits is > 0 and <= 18 && (digits == 1 || text[first] != '0') && Current is not ('.' or 'e' or 'E'))
            return isNegative ? -(long)value : (long)value;
        At = start;
        var number = Number();
        if (long.TryParse(number, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var parsed))
            return parsed;
        var exact = decimal.Parse(number, NumberStyles.Float, CultureInfo.InvariantCulture);
        return decimal.IsInteger(exact) ? (long)exact : throw Wrong("an integer");
    }

    /// <summary>
    /// Reads a double. With at most 15 digits and no exponent, the digits as an integer and the power of ten are exact
    /// doubles, so their quotient is the nearest double.
    /// </summary>
    public double Double()
    {
        var start = At;
        var isNegative = Current == '-';
        if (isNegative)
            At++;
        var first = At;
        long value = 0;
        for (; (uint)(Current - '0') <= 9 && At - first < 16; At++)
            value = value * 10 + (Current - '0');
        var digits = At - first;
        var decimals = 0;
        if (digits > 0 && Current == '.')
        {
            var point = ++At;
            for (; (uint)(Current - '0') <= 9 && digits + At - point < 16; At++)
                value = value * 10 + (Current - '0');
            decimals = At - point;
        }
        var isPlain = digits > 0 && digits + decimals <= 15 && (digits == 1 || text[first] != '0') && (decimals > 0 || text[At - 1] != '.');
        if (isPlain && (uint)(Current - '0') > 9 && Current is not ('.' or 'e' or 'E'))
        {
            var exact = value / Powers[decimals];
            return isNegative ? -exact : exact;
        }
        At = start;
        return double.Parse(Number(), NumberStyles.Float, CultureInfo.InvariantCulture);
    }

    public string String()
    {
        var characters = Plain(out var isPlain);
        return isPlain ? new string(characters) : Unescape();
    }

    public ReadOnlySpan<char> Characters()
    {
        var characters = Plain(out var isPlain);
        return isPlain ? characters : Unescape();
    }

    public Guid Guid() => System.Guid.ParseExact(Characters(), "D");

    public DateTime Instant()
    {
        var characters = Characters();
        if (characters.Length == 24 && characters[23] == 'Z' && characters[10] == 'T' && characters[19] == '.')
        {
            var date = characters[..10];
            var time = characters[11..23];
            if (Digits(date[..4]) is var year and > 0 && Digits(date[5..7]) is var month and >= 0 && Digits(date[8..]) is var day and >= 0
                && Digits(time[..2]) is var hour and >= 0 && Digits(time[3..5]) is var minute and >= 0
                && Digits(time[6..8]) is var second and (>= 0 and < 60) && Digits(time[9..]) is var millisecond and >= 0
                && date[4] == '-' && date[7] == '-' && time[2] == ':' && time[5] == ':')
                return new DateTime(year, month, day, hour, minute, second, millisecond, DateTimeKind.Utc);
        }
        return DateTimeOffset.Parse(characters, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal).UtcDateTime;
    }

    public byte[] Bytes()
    {
        var characters = Characters();
        var padding = characters.EndsWith("==") ? 2 : characters.EndsWith("=") ? 1 : 0;
        var bytes = new byte[characters.Length / 4 * 3 - (characters.Length == 0 ? 0 : padding)];
        if (!Convert.TryFromBase64Chars(characters, bytes, out var count) || count != bytes.Length)
            throw Wrong("base64");
        return bytes;
    }

    public object? Any()
    {
        switch (Current)
        {
            case '"': return String();
            case 't' or 'f': return Boolean();
            case 'n' when Null(): return null;
            case '[':
                var list = new List<object?>();
                for (var more = Begin('[', ']'); more; more = More(']'))
                    list.Add(Any());
                return list;
            case '{':
                var map = new Dictionary<string, object?>();
                for (var more = Begin('{', '}'); more; more = More('}'))
                {
                    var key = Key();
                    map[key] = Any();
                }
                return map;
            default: return Double();
        }
    }

    public void SkipValue() => Any();

    public void End()
    {
        Space();
        if (At < text.Length)
            throw Wrong("the end");
    }

    public readonly FormatException Wrong(string expected) => new($"expected {expected} at character {At}");

    private static int Digits(ReadOnlySpan<char> characters)
    {
        var value = 0;
        foreach (var character in characters)
        {
            if (character is < '0' or > '9')
                return -1;
            value = value * 10 + (character - '0');
        }
        return value;
    }

    private void Take(char expected)
    {
        if (Current != expected)
            throw Wrong($"{expected}");
        At++;
    }

    private void Space()
    {
        while (Current is ' ' or '\n' or '\r' or '\t')
            At++;
    }

    private void Colon()
    {
        Space();
        Take(':');
        Space();
    }

    private ReadOnlySpan<char> Number()
    {
        var start = At;
        if (Current == '-')
            At++;
        var whole = At;
        TakeDigits();
        if (text[whole] == '0' && At > whole + 1)
            throw Wrong("a number without leading zeros");
        if (Current == '.')
        {
            At++;
            TakeDigits();
        }
        if (Current is 'e' or 'E')
        {
            At++;
            if (Current is '+' or '-')
                At++;
            TakeDigits();
        }
        return text[start..At];
    }

    private void TakeDigits()
    {
        if (Current is < '0' or > '9')
            throw Wrong("a digit");
        while (Current is >= '0' and <= '9')
            At++;
    }

    /// <summary>
    /// Reads a string without escapes. If the string has escapes, sets <paramref name="isPlain"/> to false and leaves the
    /// position unchanged.
    /// </summary>
    private ReadOnlySpan<char> Plain(out bool isPlain)
    {
        if (Current != '"')
            throw Wrong("a string");
        var rest = text[(At + 1)..];
        var end = rest.IndexOfAny(Stops);
        if (end < 0 || rest[end] < ' ')
            throw Wrong("a string of characters that are allowed");
        isPlain = rest[end] == '"';
        if (isPlain)
            At += end + 2;
        return rest[..end];
    }

    private string Unescape()
    {
        var all = new StringBuilder();
        At++;
        while (true)
        {
            var rest = text[At..];
            var end = rest.IndexOfAny(Stops);
            if (end < 0 || rest[end] < ' ')
                throw Wrong("a string of characters that are allowed");
            all.Append(rest[..end]);
            At += end + 1;
            if (rest[end] == '"')
                return all.ToString();
            var letter = Current;
            At++;
            all.Append(letter switch
            {
                '"' or '\\' or '/' => letter,
                'b' => '\b',
                'f' => '\f',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => Unicode(),
                _ => throw Wrong("an escape"),
            });
        }
    }

    private char Unicode()
    {
        if (At + 4 > text.Length || !ushort.TryParse(text.Slice(At, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
            throw Wrong("four hexadecimal digits");
        At += 4;
        return (char)code;
    }
}
