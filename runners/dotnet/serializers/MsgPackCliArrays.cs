using MsgPack.Serialization;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// MsgPack.Cli with its default method: records are arrays without names. It reuses one serializer, as its README shows
/// ("Usage"). https://github.com/msgpack/msgpack-cli
/// </summary>
public sealed class MsgPackCliArrays<T> : Serializer<T>
{
    private readonly MessagePackSerializer<T> serializer;

    public MsgPackCliArrays()
    {
        var context = new SerializationContext { SerializationMethod = SerializationMethod.Array };
        context.Serializers.RegisterOverride(new MsgPackCliAny(context));
        serializer = context.GetSerializer<T>();
    }

    public override byte[] SerializeBytes(T document) => serializer.PackSingleObject(document);

    public override T DeserializeBytes(byte[] bytes) => serializer.UnpackSingleObject(bytes);
}
