using Nerdbank.MessagePack;
using PolyType;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Nerdbank.MessagePack with generated type shapes, names as keys, and enums and uuids as text, so that any MessagePack
/// library can read the documents. It uses one serializer and synchronous methods, as its documentation recommends for speed.
/// https://aarnott.github.io/Nerdbank.MessagePack/docs/performance.html
/// </summary>
public sealed class NerdbankMessagePack<T, TShapes> : Serializer<T>
    where TShapes : IShapeable<T>
{
    private static readonly MessagePackSerializer Serializer = Create();

    public NerdbankMessagePack() =>
        ModelTypes.RefuseAny(typeof(T), "Nerdbank.MessagePack has no converter for a value of type object");

    public override byte[] SerializeBytes(T document) => Serializer.Serialize<T, TShapes>(document);

    public override T DeserializeBytes(byte[] bytes) => Serializer.Deserialize<T, TShapes>(bytes)!;

    private static MessagePackSerializer Create()
    {
        var serializer = new MessagePackSerializer { SerializeEnumValuesByName = true }
            .WithGuidConverter(OptionalConverters.GuidStringFormat.StringD);
        return serializer with { StartingContext = serializer.StartingContext with { MaxDepth = 1000 } };
    }
}
