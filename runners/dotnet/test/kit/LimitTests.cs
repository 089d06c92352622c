using System.Text;

namespace Wiremark.Kit.Tests;

public static class LimitTests
{
    public static void Limits_put_out_what_the_protocol_says()
    {
        using var talk = new Conversation();
        foreach (var limit in new[] { "no-op", "copy", "write" })
        {
            var replies = Ask(talk, limit, talk.SetFrames("\"é\"", "[1]"), "slice 130 2", $"kept {talk.Kept}");
            Check.Sequence(["set 2", $"slice 455", "kept 2"], replies);
            Check.Sequence(["\"é\"", "[1]"], Frames.ReadTexts(talk.Kept));
        }
        Check.Sequence(["set 2", "slice 195", "kept 0"], Ask(talk, "walk", talk.SetObjects("a", "bc"), "slice 130 2", $"kept {talk.Kept}"));
    }

    public static void Doing_nothing_allocates_nothing()
    {
        using var talk = new Conversation();
        var replies = Conversation.Ask(new Row(), "serializer limit-no-op", talk.SetFrames("[1]"), "slice 300 0", "memory 1000");
        Check.Equal("allocated 0", replies[2]);
    }

    public static void Characters_that_JSON_escapes_are_counted_wherever_they_are()
    {
        for (var value = 0; value < 256; value++)
        {
            for (var at = 0; at < 40; at++)
            {
                var bytes = Encoding.ASCII.GetBytes(new string('a', 40));
                bytes[at] = (byte)value;
                Check.Equal(value is '"' or '\\' or < 0x20 ? 1 : 0, Limits.Escapable(bytes));
            }
        }
        Check.Equal(0, Limits.Escapable([]));
        Check.Equal(33, Limits.Escapable(Encoding.ASCII.GetBytes(new string('"', 33))));
    }

    private static IEnumerable<string> Ask(Conversation talk, string limit, params string[] commands) =>
        Conversation.Ask(new Row(), $"serializer limit-{limit}, output bytes, task serialize", commands)
            .Select(reply => reply.StartsWith("slice", StringComparison.Ordinal) ? $"slice {reply.Split(' ')[4]}" : reply);
}
