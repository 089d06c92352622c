using System.Text;
using System.Text.Json;

namespace Wiremark.Kit.Tests;

public static class FixtureTests
{
    private static readonly OrderDocuments Documents = new();

    public static void A_fixture_has_the_bytes_of_the_protocol()
    {
        var writer = new Spelling(writer =>
        {
            writer.Record(2);
            writer.Name("é"u8);
            writer.Int64(-2);
            writer.Name("id"u8);
            writer.Guid(Guid.Parse("00112233-4455-6677-8899-AABBCCDDEEFF"));
        });
        var expected = "WMFIX 2\n\0\0\0\u0001{\0\0\0\u0002\0\0\0\u0002Ã©lÿÿÿÿÿÿÿþ\0\0\0\u0002ids\0\0\0$00112233-4455-6677-8899-aabbccddeeff";
        Check.Equal(expected, Encoding.Latin1.GetString(FixtureWriter.Write(writer, 0)));
    }

    public static void Any_accepts_all_integer_types()
    {
        foreach (var value in new object[] { (sbyte)7, (byte)7, (short)7, (ushort)7, 7, 7u, 7L, 7ul })
            Check.Equal(7.0, ReadBack(new Order { When = DateTime.UnixEpoch, Extra = value }).Extra);
    }

    public static void Trees_of_documents_keep_integers_and_doubles_apart()
    {
        var values = new List<object?> { null, true, 7L, 7.5, "x", new Dictionary<string, object?>() };
        var written = FixtureWriter.Write(new Plain(), values);
        var read = (List<object?>)FixtureReader.ReadAll(written, new Plain()).Single()!;
        Check.Sequence(values[..5], read[..5]);
        Check.Sequence(written, FixtureWriter.Write(new Plain(), read));
    }

    public static void Null_strings_and_bytes_are_written_as_null()
    {
        var written = FixtureWriter.Write(new Spelling(writer => writer.String(null)), 0);
        Check.Equal((byte)'N', written[^1]);
        Check.Equal((byte)'N', FixtureWriter.Write(new Spelling(writer => writer.Bytes(null)), 0)[^1]);
    }

    public static void Local_time_is_written_as_the_same_instant()
    {
        var local = new Order { When = DateTime.UnixEpoch.ToLocalTime() };
        Check.Equal(DateTimeKind.Local, local.When.Kind);
        Check.Equal(DateTime.UnixEpoch, ReadBack(local).When);
    }

    public static void Unspecified_kind_and_fractions_of_milliseconds_are_a_mismatch()
    {
        Refused("an instant is a DateTime of kind Unspecified instead of Utc", one => one.When = new DateTime(2000, 1, 1));
        Refused("an instant isn't a whole millisecond: 1970-01-01T00:00:00.0000001Z", one => one.When = DateTime.UnixEpoch.AddTicks(1));
    }

    public static void Objects_of_other_classes_are_a_mismatch()
    {
        Refused("the document is Proxy instead of Order", new Proxy());
        Refused("Order.parts[] is Proxy instead of Order", one => one.Parts.Add(new Proxy()));
        Refused("Order.parts is LazyList<Order> instead of List<Order>", one => one.Parts = new LazyList<Order>());
        Refused("Order.prices is LazyMap instead of Dictionary<String, Double>", one => one.Prices = new LazyMap());
        Refused("Order.parts is null instead of List<Order>", one => one.Parts = null!);
    }

    public static void Other_types_than_plain_data_in_any_are_a_mismatch()
    {
        using var json = JsonDocument.Parse("[1]");
        Refused("a value of type any is JsonElement instead of plain data", one => one.Extra = json.RootElement);
        Refused("a value of type any is JsonElement instead of plain data", one => one.Extra = new List<object?> { json.RootElement });
        Refused("a value of type any is LazyList<Object> instead of plain data", one => one.Extra = new LazyList<object?>());
        Refused("a value of type any is Dictionary<Object, Object> instead of plain data", one => one.Extra = new Dictionary<object, object>());
        Refused("a value of type any is Decimal instead of plain data", one => one.Extra = 1m);
        Refused("a value of type any is DateTime instead of plain data", one => one.Extra = DateTime.UnixEpoch);
    }

    public static void A_wrong_tag_or_version_is_rejected()
    {
        var fixture = FixtureWriter.Write(new Spelling(writer => writer.Null()), 0);
        Check.Throws<InvalidDataException>("the fixture's tag 'N' at 12 isn't of the model", () => FixtureReader.ReadAll(fixture, Documents));
        fixture[6] = (byte)'3';
        Check.Throws<InvalidDataException>("this isn't a fixture of version 2", () => FixtureReader.ReadAll(fixture, Documents));
    }

    private static Order ReadBack(Order document) =>
        FixtureReader.ReadAll(FixtureWriter.Write(Documents, document), Documents).Single();

    private static void Refused(string message, Action<Order> spoil)
    {
        var document = new Order { When = DateTime.UnixEpoch };
        spoil(document);
        Refused(message, document);
    }

    private static void Refused(string message, Order document) =>
        Check.Throws<MismatchException>(message, () => FixtureWriter.Write(Documents, document));

    private sealed class Plain : Trees<object?>
    {
        protected override object? Make(object? value) => value;

        protected override object? Values(object? tree) => tree;
    }

    private sealed class Proxy : Order;

    private sealed class LazyList<T> : List<T>;

    private sealed class LazyMap : Dictionary<string, double>;

    private sealed class Spelling(Action<FixtureWriter> write) : Documents<int>
    {
        public override int Read(FixtureReader reader) => 0;

        public override void Write(FixtureWriter writer, int document) => write(writer);

        public override long Walk(int document) => 0;
    }
}
