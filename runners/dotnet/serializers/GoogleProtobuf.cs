using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Google.Protobuf with the classes that protoc generates. The conversion of documents to and from these classes is timed,
/// too, since a program with its own classes needs it. https://protobuf.dev/reference/csharp/csharp-generated/
/// </summary>
public sealed class GoogleProtobuf<T, TMessage>(MessageParser<TMessage> parser, Func<T, TMessage> to, Func<TMessage, T> from)
    : Serializer<T>
    where TMessage : IMessage<TMessage>
{
    public override byte[] SerializeBytes(T document) => to(document).ToByteArray();

    public override T DeserializeBytes(byte[] bytes) => from(parser.ParseFrom(bytes));
}

public static class GoogleProtobufValues
{
    public static long To(DateTime instant) => (instant.Ticks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMillisecond;

    public static DateTime ToInstant(long milliseconds) => DateTime.UnixEpoch.AddTicks(milliseconds * TimeSpan.TicksPerMillisecond);

    public static Value To(object? value)
    {
        switch (value)
        {
            case null: return Value.ForNull();
            case bool truth: return Value.ForBool(truth);
            case double number: return Value.ForNumber(number);
            case string text: return Value.ForString(text);
            case List<object?> list:
                var values = new ListValue();
                foreach (var item in list)
                    values.Values.Add(To(item));
                return new Value { ListValue = values };
            case Dictionary<string, object?> map:
                var fields = new Struct();
                foreach (var (name, item) in map)
                    fields.Fields.Add(name, To(item));
                return Value.ForStruct(fields);
            default: throw new NotSupportedException($"{value.GetType()} isn't plain data");
        }
    }

    public static object? From(Value value)
    {
        switch (value.KindCase)
        {
            case Value.KindOneofCase.BoolValue: return value.BoolValue;
            case Value.KindOneofCase.NumberValue: return value.NumberValue;
            case Value.KindOneofCase.StringValue: return value.StringValue;
            case Value.KindOneofCase.ListValue:
                var list = new List<object?>(value.ListValue.Values.Count);
                foreach (var item in value.ListValue.Values)
                    list.Add(From(item));
                return list;
            case Value.KindOneofCase.StructValue:
                var map = new Dictionary<string, object?>(value.StructValue.Fields.Count);
                foreach (var (name, item) in value.StructValue.Fields)
                    map.Add(name, From(item));
                return map;
            default: return null;
        }
    }
}
