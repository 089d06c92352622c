using ProtoBuf;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// protobuf-net at compatibility level 300. For each instant or uuid field, the class has a second property that is serialized
/// instead: milliseconds (<c>long?</c>) or text (<c>string?</c>), the types in the dataset's .proto file. The row writes to a
/// stream and reads from a span, as the library's notes on version 3 recommend ("docs/3_0.md"). A document that isn't a record is
/// wrapped in a message.
/// https://github.com/protobuf-net/protobuf-net
/// </summary>
public sealed class ProtobufNet<T> : Serializer<T>
{
    private static readonly bool IsRecord = ModelTypes.IsRecord(typeof(T));

    public override byte[] SerializeBytes(T document)
    {
        using var stream = new MemoryStream();
        if (IsRecord)
            ProtoBuf.Serializer.Serialize(stream, document);
        else
            ProtoBuf.Serializer.Serialize(stream, new Root { Value = document });
        return stream.ToArray();
    }

    public override T DeserializeBytes(byte[] bytes) => IsRecord
        ? ProtoBuf.Serializer.Deserialize<T>((ReadOnlySpan<byte>)bytes)
        : ProtoBuf.Serializer.Deserialize<Root>((ReadOnlySpan<byte>)bytes).Value;

    [ProtoContract]
    public sealed class Root
    {
        [ProtoMember(1)]
        public T Value { get; set; } = typeof(T).IsGenericType ? Activator.CreateInstance<T>() : default!;
    }
}

public static class ProtobufNetValues
{
    public static long? Milliseconds(DateTime? instant) =>
        instant is { } some ? (some.Ticks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMillisecond : null;

    public static DateTime? Instant(long? milliseconds) =>
        milliseconds is { } some ? DateTime.UnixEpoch.AddTicks(some * TimeSpan.TicksPerMillisecond) : null;

    public static string? Text(Guid? uuid) => uuid?.ToString();

    public static Guid? Uuid(string? text) => text is null ? null : Guid.Parse(text);
}
