using System.Globalization;
using System.Text;

namespace Wiremark.Kit.Tests;

public static class ProtocolTests
{
    private const string Serialize = "serializer x, format json, output text, task serialize";
    private static readonly string[] Three = ["a", "bé", "漢字"];

    public static void A_slice_begins_with_the_document_after_the_last_slice()
    {
        using var talk = new Conversation();
        var replies = Conversation.Ask(new Row(), Serialize,
            talk.SetObjects(Three), "slice 1 1", "slice 3 2", "slice 2 0", "slice 1 1", $"kept {talk.Kept}", $"kept {talk.Kept}2", "end");
        Check.Equal("set 3", replies[0]);
        Check.Sequence(["slice 1 2", "slice 3 8", "slice 2 6", "slice 1 2"], replies[1..5].Select(Untimed));
        Check.Sequence(["kept 4", "kept 0", "bye"], replies[5..]);
        Check.Sequence(["as", "漢字s", "as", "as"], Frames.ReadTexts(talk.Kept));
    }

    public static void Each_task_calls_its_method_on_each_output_kind()
    {
        using var talk = new Conversation();
        void Gives(string output, string task, string set, string length, params string[] kept)
        {
            var replies = Conversation.Ask(new Row(), $"serializer x, output {output}, task {task}", set, "slice 130 2", $"kept {talk.Kept}");
            Check.Equal($"slice 130 {length}", Untimed(replies[1]));
            Check.Sequence(kept, Frames.ReadTexts(talk.Kept));
        }
        Gives("text", "serialize", talk.SetObjects("é", "b"), "260", "és", "bs");
        Gives("bytes", "serialize", talk.SetObjects("é", "b"), "325", "éb", "bb");
        Gives("text", "to-tree", talk.SetObjects("é", "b"), "0", "étw", "btw");
        Gives("bytes", "to-tree", talk.SetObjects("é", "b"), "0", "étw", "btw");
        Gives("text", "parse-tree", talk.SetFrames("é", "b"), "0", "épw", "bpw");
        Gives("bytes", "parse-tree", talk.SetFrames("é", "b"), "0", "épw", "bpw");
        foreach (var output in new[] { "text", "bytes" })
            Gives(output, "deserialize", talk.SetFrames("a", "b"), "0", "WMFIX 2\n\0\0\0\u0001s\0\0\0\u0002ad", "WMFIX 2\n\0\0\0\u0001s\0\0\0\u0002bd");
    }

    public static void A_slice_reports_wall_and_CPU_time()
    {
        using var talk = new Conversation();
        var row = new Row { Text = document => Spin(document, 20) };
        var words = Conversation.Ask(row, Serialize, talk.SetObjects(Three), "slice 3 0")[1].Split(' ');
        var (wall, cpu) = (Number(words[2]), Number(words[3]));
        Check.Equal(true, wall >= 60_000_000);
        Check.Equal(true, OperatingSystem.IsWindows() ? cpu == 0 : cpu > 0 && cpu <= wall + 1_000_000);
    }

    public static void A_failed_operation_is_reported_by_its_number()
    {
        using var talk = new Conversation();
        var row = new Row { Text = document => document == "bad" ? throw new FormatException("not\nthis") : document };
        var documents = Enumerable.Repeat("ok", 69).Append("bad").ToArray();
        var replies = Conversation.Ask(row, Serialize,
            talk.SetObjects(documents), "slice 68 0", "slice 5 5", $"kept {talk.Kept}", talk.SetObjects(documents), "slice 100 1", "end");
        Check.Sequence([@"failed 1 FormatException: not\nthis", "kept 0", "set 70", @"failed 69 FormatException: not\nthis", "bye"], replies[2..]);
    }

    public static void Two_results_that_are_the_same_object_are_a_mismatch()
    {
        using var talk = new Conversation();
        var buffer = new byte[3];
        var row = new Row { Bytes = _ => buffer, Text = _ => "one and the same" };
        var job = "serializer x, output bytes, task serialize";
        var replies = Conversation.Ask(row, job, talk.SetObjects(Three), "slice 3 1", "slice 3 2", "slice 1 1");
        Check.Sequence(["error mismatch two results are the same Byte[]: the second replaces the first"], replies[2..]);
        var empty = Conversation.Ask(new Row { Bytes = _ => [] }, job, talk.SetObjects(Three), "slice 3 3", "end");
        Check.Equal("bye", empty[^1]);
        var texts = Conversation.Ask(row, Serialize, talk.SetObjects(Three), "slice 3 3", "end");
        Check.Equal("bye", texts[^1]);
    }

    public static void Shared_records_lists_and_trees_are_a_mismatch()
    {
        foreach (var result in new object[] { new Order(), new List<int> { 1 }, new Dictionary<string, int> { ["a"] = 1 }, new StringBuilder() })
        {
            Slot<object>[] twice = [default, new() { Result = result }, new() { Result = result }];
            var type = FixtureWriter.Spelled(result.GetType());
            Check.Throws<MismatchException>($"two results are the same {type}: the second replaces the first", () => Keep(twice));
        }
        foreach (var result in new object?[] { null, "text", 1, DateTime.UnixEpoch, new List<int>(), Array.Empty<byte>() })
            Keep([default, new() { Result = result! }, new() { Result = result! }]);
    }

    public static void Null_instead_of_an_output_is_a_mismatch()
    {
        using var talk = new Conversation();
        var row = new Row { Text = _ => null!, Bytes = _ => null! };
        foreach (var output in new[] { "text", "bytes" })
        {
            var replies = Conversation.Ask(row, $"serializer x, output {output}, task serialize", talk.SetObjects(Three), "slice 2 1");
            Check.Equal($"error mismatch the serializer returned null instead of {output}", replies[1]);
        }
    }

    public static void Exceptions_are_reported_with_their_kind_of_error()
    {
        (Exception Thrown, string Expected)[] cases =
        [
            (new UnsupportedException("no\ndates"), @"error unsupported no\ndates"),
            (new MismatchException("half"), "error mismatch half"),
            (new FileNotFoundException("no Jil", "Jil, Version=2.17.0.0, Culture=neutral"), "error unavailable no Jil"),
            (new FileNotFoundException("no schema", "/tmp/x.avsc"), "error crash FileNotFoundException: no schema"),
            (new TypeLoadException("no type"), "error unavailable no type"),
            (new TypeInitializationException("Row", new UnsupportedException("no maps")), "error unsupported no maps"),
            (new FormatException(@"oh\no"), @"error crash FormatException: oh\\no"),
            (new FormatException(new string('x', 5000)), $"error crash FormatException: {new string('x', 4000 - "FormatException: ".Length)}…"),
        ];
        foreach (var (thrown, expected) in cases)
        {
            var (replies, ok) = Conversation.Talk(() => throw thrown, Conversation.Job(Serialize, "end"));
            Check.Sequence([expected], replies);
            Check.Equal(false, ok);
        }
    }

    public static void Another_protocol_version_task_or_limit_is_an_error()
    {
        string Refused(params string[] lines) => Conversation.Talk(() => new Row(), lines).Replies.Single();
        Check.Equal("error crash InvalidDataException: this runner speaks wiremark 4, not 3", Refused(["wiremark 3", .. Conversation.Job(Serialize)[1..]]));
        Check.Equal("error unsupported there is no task fold with output text", Refused(Conversation.Job("serializer x, output text, task fold")));
        Check.Equal("error unsupported there is no limit-x", Refused(Conversation.Job("serializer limit-x, output text, task fold")));
    }

    public static void An_unknown_command_is_an_error()
    {
        Check.Sequence(["error crash InvalidDataException: there is no command dance"], Conversation.Ask(new Row(), Serialize, "dance 1", "end"));
    }

    public static void The_runner_ends_with_its_input_in_the_job_and_after_it()
    {
        var job = Conversation.Job(Serialize);
        Check.Equal((0, true), Count(Conversation.Talk(() => new Row(), job[..3])));
        Check.Equal((4, true), Count(Conversation.Talk(() => new Row(), job)));
        static (int, bool) Count((List<string> Replies, bool Ok) talk) => (talk.Replies.Count, talk.Ok);
    }

    public static void Values_of_lines_are_escaped_and_unescaped()
    {
        foreach (var text in new[] { "", @"a b\n", "\r\n\\", "é\\", @"\\\", "two  spaces " })
        {
            using var stream = new MemoryStream();
            var lines = new Lines(stream, stream);
            lines.Write("key", text);
            Check.Equal(text == "" ? 4 : 5 + Encoding.UTF8.GetByteCount(Lines.Escape(text)), stream.Position);
            stream.Position = 0;
            Check.Equal(("key", text), lines.Read());
            Check.Equal(null, lines.Read());
        }
    }

    public static void Characters_that_JSON_escapes_are_counted_at_every_position()
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

    private static void Keep(Slot<object>[] kept) => new Results<object>(_ => []).Keep(kept);

    private static string Untimed(string reply)
    {
        var words = reply.Split(' ');
        Check.Equal(5, words.Length);
        return $"{words[0]} {words[1]} {words[4]}";
    }

    private static long Number(string word) => long.Parse(word, CultureInfo.InvariantCulture);

    private static string Spin(string document, int milliseconds)
    {
        for (var end = Environment.TickCount64 + milliseconds; Environment.TickCount64 <= end;)
            continue;
        return document;
    }
}
