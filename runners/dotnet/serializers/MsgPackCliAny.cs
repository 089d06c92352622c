using MsgPack;
using MsgPack.Serialization;

namespace Wiremark.Serializers;

/// <summary>Writes and reads values of type any as plain data: MsgPack.Cli itself reads structs of its own.</summary>
public sealed class MsgPackCliAny(SerializationContext context) : MessagePackSerializer<object?>(context)
{
    protected override void PackToCore(Packer packer, object? value)
    {
        switch (value)
        {
            case null: packer.PackNull(); break;
            case bool truth: packer.Pack(truth); break;
            case double number: packer.Pack(number); break;
            case string text: packer.PackString(text); break;
            case List<object?> list:
                packer.PackArrayHeader(list.Count);
                foreach (var item in list)
                    PackToCore(packer, item);
                break;
            case Dictionary<string, object?> map:
                packer.PackMapHeader(map.Count);
                foreach (var (name, item) in map)
                {
                    packer.PackString(name);
                    PackToCore(packer, item);
                }
                break;
            default: throw new NotSupportedException($"{value.GetType()} isn't plain data");
        }
    }

    protected override object? UnpackFromCore(Unpacker unpacker)
    {
        if (unpacker.IsArrayHeader)
        {
            var list = new List<object?>((int)unpacker.LastReadData);
            for (var left = list.Capacity; left > 0; left--)
                list.Add(Next(unpacker));
            return list;
        }
        if (unpacker.IsMapHeader)
        {
            var map = new Dictionary<string, object?>();
            for (var left = (int)unpacker.LastReadData; left > 0; left--)
                map[(string)Next(unpacker)!] = Next(unpacker);
            return map;
        }
        var data = unpacker.LastReadData;
        if (data.IsNil)
            return null;
        return data.IsTypeOf<string>() == true ? data.AsString() : data.IsTypeOf<bool>() == true ? data.AsBoolean() : data.AsDouble();
    }

    protected override object? UnpackNil() => null;

    private object? Next(Unpacker unpacker)
    {
        if (!unpacker.Read())
            throw new InvalidDataException("the document ends within a value");
        return UnpackFromCore(unpacker);
    }
}
