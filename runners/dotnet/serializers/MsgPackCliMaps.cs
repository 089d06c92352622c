using MsgPack;
using MsgPack.Serialization;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// MsgPack.Cli with names as keys, and uuids as text: by default it writes a Guid's bytes in .NET's own order. It reuses one
/// serializer, as its README shows ("Usage"). https://github.com/msgpack/msgpack-cli
/// </summary>
public sealed class MsgPackCliMaps<T> : Serializer<T>
{
    private readonly MessagePackSerializer<T> serializer;

    public MsgPackCliMaps()
    {
        ModelTypes.RefuseOtherEnumNames(typeof(T), "MsgPack.Cli writes enums by the names of their constants");
        var context = new SerializationContext { SerializationMethod = SerializationMethod.Map };
        context.Serializers.RegisterOverride(new GuidAsText(context));
        context.Serializers.RegisterOverride(new MsgPackCliAny(context));
        serializer = context.GetSerializer<T>();
    }

    public override byte[] SerializeBytes(T document) => serializer.PackSingleObject(document);

    public override T DeserializeBytes(byte[] bytes) => serializer.UnpackSingleObject(bytes);

    private sealed class GuidAsText(SerializationContext context) : MessagePackSerializer<Guid>(context)
    {
        protected override void PackToCore(Packer packer, Guid value) => packer.PackString(value.ToString());

        protected override Guid UnpackFromCore(Unpacker unpacker) => Guid.Parse(unpacker.LastReadData.AsString());
    }
}
