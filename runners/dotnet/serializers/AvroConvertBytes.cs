using SolTechnology.Avro;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// AvroConvert as its README shows ("Code samples"): an object container file with the schema in its header. Each call generates
/// the schema again. https://github.com/AdrianStrugala/AvroConvert
/// </summary>
public sealed class AvroConvertBytes<T> : Serializer<T>
{
    public AvroConvertBytes()
    {
        ModelTypes.RefuseAny(typeof(T), "AvroConvert writes a value of type object as an empty record");
        ModelTypes.RefuseRecursive(typeof(T), "AvroConvert makes no schema for recursive types");
    }

    public override byte[] SerializeBytes(T document) => AvroConvert.Serialize(document);

    public override T DeserializeBytes(byte[] bytes) => AvroConvert.Deserialize<T>(bytes);
}
