namespace Wiremark.Kit.Tests;

internal class Order
{
    public DateTime When { get; set; }
    public List<Order> Parts { get; set; } = [];
    public Dictionary<string, double> Prices { get; set; } = [];
    public object? Extra { get; set; }
}

/// <summary>Reads, writes and visits <see cref="Order"/>, like the code that the build program generates for a dataset.</summary>
internal sealed class OrderDocuments : Documents<Order>
{
    public override Order Read(FixtureReader reader)
    {
        var value = new Order();
        var left = reader.Record();
        if (reader.Field("when"u8, ref left))
            value.When = reader.Instant();
        if (reader.Field("parts"u8, ref left))
        {
            for (var count = reader.List(); count > 0; count--)
                value.Parts.Add(Read(reader));
        }
        if (reader.Field("prices"u8, ref left))
        {
            for (var count = reader.Map(); count > 0; count--)
                value.Prices.Add(reader.Name(), reader.Double());
        }
        if (reader.Field("extra"u8, ref left))
            value.Extra = reader.Any();
        Check.Equal(0, left);
        return value;
    }

    public override void Write(FixtureWriter writer, Order document) => Write(writer, document, "the document");

    private static void Write(FixtureWriter writer, Order document, string place)
    {
        writer.Exact(document, place);
        writer.Record(4);
        writer.Name("when"u8);
        writer.Instant(document.When);
        writer.Name("parts"u8);
        writer.List(writer.Exact(document.Parts, "Order.parts").Count);
        foreach (var part in document.Parts)
            Write(writer, part, "Order.parts[]");
        writer.Name("prices"u8);
        writer.Map(writer.Exact(document.Prices, "Order.prices").Count);
        foreach (var (day, price) in document.Prices)
        {
            writer.Name(day);
            writer.Double(price);
        }
        writer.Name("extra"u8);
        writer.Any(document.Extra);
    }

    public override long Walk(Order document) =>
        1 + document.Prices.Count + document.Parts.Sum(Walk) + (document.Extra is null ? 0 : 1);
}
