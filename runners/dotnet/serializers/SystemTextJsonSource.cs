using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>System.Text.Json with its source generator, which generates writers; reading uses generated metadata.</summary>
public sealed class SystemTextJsonSource<T> : Serializer<T>
{
    private readonly JsonTypeInfo<T> writer;
    private readonly JsonTypeInfo<T> reader;

    public SystemTextJsonSource(Func<JsonTypeInfo<T>> writer, Func<JsonTypeInfo<T>> reader)
    {
        try
        {
            (this.writer, this.reader) = (writer(), reader());
            JsonOptions.Check<T>(this.reader.Options);
        }
        catch (Exception e) when (e is InvalidOperationException or NotSupportedException)
        {
            throw new UnsupportedException(e.Message);
        }
        GeneratedWriters.Check(this.writer);
    }

    public override string SerializeText(T document) => JsonSerializer.Serialize(document, writer);

    public override byte[] SerializeBytes(T document) => JsonSerializer.SerializeToUtf8Bytes(document, writer);

    public override T DeserializeText(string text) => JsonSerializer.Deserialize(text, reader)!;

    public override T DeserializeBytes(byte[] bytes) => JsonSerializer.Deserialize(bytes, reader)!;
}

/// <summary>
/// Checks that generated writers are used: unsupported options disable them without an error, and System.Text.Json uses
/// slower code. Doesn't check models with values of type any, for which no writers are generated.
/// </summary>
internal static class GeneratedWriters
{
    private const BindingFlags Members = BindingFlags.Instance | BindingFlags.Public;

    private static readonly PropertyInfo IsUsed =
        typeof(JsonTypeInfo).GetProperty("CanUseSerializeHandler", Members | BindingFlags.NonPublic)
        ?? throw new MissingMemberException(nameof(JsonTypeInfo), "CanUseSerializeHandler");

    public static void Check(JsonTypeInfo writer)
    {
        writer.MakeReadOnly();
        var context = writer.OriginatingResolver!;
        var infos = context.GetType().GetProperties(Members).Select(property => property.GetValue(context)).OfType<JsonTypeInfo>().ToList();
        if (infos.Any(info => info.Type == typeof(object)))
            return;
        if (infos.Find(info => info.Kind != JsonTypeInfoKind.None && !(bool)IsUsed.GetValue(info)!) is { } unused)
            throw new InvalidOperationException($"{unused.Type} isn't written by generated code");
    }
}
