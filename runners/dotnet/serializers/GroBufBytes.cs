using GroBuf;
using GroBuf.DataMembersExtracters;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// GroBuf with one reused serializer, which its README strongly recommends for speed ("Creating a serializer"). Without
/// WriteEmptyObjects it reads empty lists as null. https://github.com/skbkontur/GroBuf
/// </summary>
public sealed class GroBufBytes<T> : Serializer<T>
{
    private readonly GroBuf.Serializer serializer = new(new PropertiesExtractor(), options: GroBufOptions.WriteEmptyObjects);

    public GroBufBytes() => ModelTypes.RefuseAny(typeof(T), "GroBuf loses lists and maps in a value of type object");

    public override byte[] SerializeBytes(T document) => serializer.Serialize(document);

    public override T DeserializeBytes(byte[] bytes) => serializer.Deserialize<T>(bytes);
}
