using Hyperion;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Hyperion with the model's types registered, as its README recommends for speed ("Pre Register Types"): documents then have
/// numbers instead of type names. https://github.com/akkadotnet/Hyperion
/// </summary>
public sealed class HyperionBytes<T> : Serializer<T>
{
    private readonly Hyperion.Serializer serializer = new(SerializerOptions.Default.WithKnownTypes(
        ModelTypes.Of(typeof(T)).Where(ModelTypes.IsRecord)));

    public override byte[] SerializeBytes(T document)
    {
        using var stream = new MemoryStream();
        serializer.Serialize(document, stream);
        return stream.ToArray();
    }

    public override T DeserializeBytes(byte[] bytes)
    {
        using var stream = new MemoryStream(bytes);
        return serializer.Deserialize<T>(stream);
    }
}
