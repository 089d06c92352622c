using Avro;
using Avro.IO;
using Avro.Reflect;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Apache.Avro by reflection, as plain binary without a header. The writer and the reader are created once for the schema.
/// https://avro.apache.org/docs/1.12.0/api/csharp/html/
/// </summary>
public sealed class ApacheAvro<T>(string schema) : Serializer<T>
{
    private readonly ReflectWriter<T> writer = new(Schema.Parse(schema));
    private readonly ReflectReader<T> reader = new(Schema.Parse(schema), Schema.Parse(schema));

    public override byte[] SerializeBytes(T document)
    {
        using var stream = new MemoryStream();
        writer.Write(document, new BinaryEncoder(stream));
        return stream.ToArray();
    }

    public override T DeserializeBytes(byte[] bytes)
    {
        using var stream = new MemoryStream(bytes);
        return reader.Read(default!, new BinaryDecoder(stream));
    }
}
