using MongoDB.Bson;
using MongoDB.Bson.IO;
using MongoDB.Bson.Serialization;
using MongoDB.Bson.Serialization.Attributes;
using MongoDB.Bson.Serialization.Serializers;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// MongoDB.Bson by class maps, with enums as numbers (its default) and uuids as binary in standard byte order. A BSON document
/// is always a record, so a root of another type is the field <c>value</c> of a record.
/// https://www.mongodb.com/docs/drivers/csharp/current/serialization/
/// </summary>
public sealed class MongoDbBson<T> : Serializer<T>
{
    private static readonly bool IsRecord = ModelTypes.IsRecord(typeof(T));

    public MongoDbBson()
    {
        ModelTypes.RefuseOtherEnumNames(typeof(T), "MongoDB.Bson reads enums by the names of their constants");
        BsonSerializer.RegisterSerializer(new GuidSerializer(GuidRepresentation.Standard));
        BsonSerializer.RegisterSerializer(typeof(object), new AnySerializer());
    }

    public override byte[] SerializeBytes(T document) =>
        IsRecord ? document.ToBson() : new Root { Value = document }.ToBson();

    public override T DeserializeBytes(byte[] bytes) =>
        IsRecord ? BsonSerializer.Deserialize<T>(bytes) : BsonSerializer.Deserialize<Root>(bytes).Value;

    private sealed class Root
    {
        [BsonElement("value")]
        public T Value { get; set; } = default!;
    }

    /// <summary>Writes and reads values of type any as plain data: the library's own serializer adds names of .NET types.</summary>
    private sealed class AnySerializer : SerializerBase<object?>
    {
        public override void Serialize(BsonSerializationContext context, BsonSerializationArgs args, object? value) =>
            Write(context.Writer, value);

        public override object? Deserialize(BsonDeserializationContext context, BsonDeserializationArgs args) => Read(context.Reader);

        private static void Write(IBsonWriter writer, object? value)
        {
            switch (value)
            {
                case null: writer.WriteNull(); break;
                case bool truth: writer.WriteBoolean(truth); break;
                case double number: writer.WriteDouble(number); break;
                case string text: writer.WriteString(text); break;
                case List<object?> list:
                    writer.WriteStartArray();
                    foreach (var item in list)
                        Write(writer, item);
                    writer.WriteEndArray();
                    break;
                case Dictionary<string, object?> map:
                    writer.WriteStartDocument();
                    foreach (var (name, item) in map)
                    {
                        writer.WriteName(name);
                        Write(writer, item);
                    }
                    writer.WriteEndDocument();
                    break;
                default: throw new NotSupportedException($"{value.GetType()} isn't plain data");
            }
        }

        private static object? Read(IBsonReader reader)
        {
            switch (reader.GetCurrentBsonType())
            {
                case BsonType.Null:
                    reader.ReadNull();
                    return null;
                case BsonType.Boolean: return reader.ReadBoolean();
                case BsonType.Int32: return (double)reader.ReadInt32();
                case BsonType.Int64: return (double)reader.ReadInt64();
                case BsonType.Double: return reader.ReadDouble();
                case BsonType.String: return reader.ReadString();
                case BsonType.Array:
                    var list = new List<object?>();
                    reader.ReadStartArray();
                    while (reader.ReadBsonType() != BsonType.EndOfDocument)
                        list.Add(Read(reader));
                    reader.ReadEndArray();
                    return list;
                case BsonType.Document:
                    var map = new Dictionary<string, object?>();
                    reader.ReadStartDocument();
                    while (reader.ReadBsonType() != BsonType.EndOfDocument)
                    {
                        var name = reader.ReadName();
                        map[name] = Read(reader);
                    }
                    reader.ReadEndDocument();
                    return map;
                case var other: throw new NotSupportedException($"{other} isn't plain data");
            }
        }
    }
}
