namespace Wiremark.Kit.Tests;

internal class Everything
{
    public bool Truth { get; set; }
    public int Small { get; set; }
    public long Large { get; set; }
    public double Real { get; set; }
    public string Text { get; set; } = "";
    public Guid Id { get; set; }
    public DateTime When { get; set; }
    public byte[] Data { get; set; } = [];
    public List<Everything> Parts { get; set; } = [];
    public Dictionary<string, double> Prices { get; set; } = [];
    public object? Extra { get; set; }
    public string? Note { get; set; }
}

/// <summary>
/// Reads, writes and visits <see cref="Everything"/>, like code of the build program. The field <c>note</c> is optional.
/// </summary>
internal sealed class EverythingDocuments : Documents<Everything>
{
    public override Everything Read(FixtureReader reader)
    {
        var value = new Everything();
        var left = reader.Record();
        if (reader.Field("truth"u8, ref left))
            value.Truth = reader.Boolean();
        if (reader.Field("small"u8, ref left))
            value.Small = reader.Int32();
        if (reader.Field("large"u8, ref left))
            value.Large = reader.Int64();
        if (reader.Field("real"u8, ref left))
            value.Real = reader.Double();
        if (reader.Field("text"u8, ref left))
            value.Text = reader.String();
        if (reader.Field("id"u8, ref left))
            value.Id = reader.Guid();
        if (reader.Field("when"u8, ref left))
            value.When = reader.Instant();
        if (reader.Field("data"u8, ref left))
            value.Data = reader.Bytes();
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
        if (reader.Field("note"u8, ref left))
            value.Note = reader.Null() ? null : reader.String();
        Check.Equal(0, left);
        return value;
    }

    public override void Write(FixtureWriter writer, Everything document) => Write(writer, document, "the document");

    private static void Write(FixtureWriter writer, Everything document, string place)
    {
        writer.Exact(document, place);
        writer.Record(document.Note is null ? 11 : 12);
        writer.Name("truth"u8);
        writer.Boolean(document.Truth);
        writer.Name("small"u8);
        writer.Int64(document.Small);
        writer.Name("large"u8);
        writer.Int64(document.Large);
        writer.Name("real"u8);
        writer.Double(document.Real);
        writer.Name("text"u8);
        writer.String(document.Text);
        writer.Name("id"u8);
        writer.Guid(document.Id);
        writer.Name("when"u8);
        writer.Instant(document.When);
        writer.Name("data"u8);
        writer.Bytes(document.Data);
        writer.Name("parts"u8);
        writer.List(writer.Exact(document.Parts, "Everything.parts").Count);
        foreach (var part in document.Parts)
            Write(writer, part, "Everything.parts[]");
        writer.Name("prices"u8);
        writer.Map(writer.Exact(document.Prices, "Everything.prices").Count);
        foreach (var (day, price) in document.Prices)
        {
            writer.Name(day);
            writer.Double(price);
        }
        writer.Name("extra"u8);
        writer.Any(document.Extra);
        if (document.Note is not null)
        {
            writer.Name("note"u8);
            writer.String(document.Note);
        }
    }

    public override long Walk(Everything document) =>
        8 + document.Prices.Count + document.Parts.Sum(Walk) + (document.Note is null ? 0 : 1) + (document.Extra is null ? 0 : 1);
}
