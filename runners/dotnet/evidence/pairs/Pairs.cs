using System.Diagnostics;
using System.Globalization;

namespace Wiremark.Kit;

/// <summary>
/// Times a row alternately in the simplest loop of C# and in the kit's loop, 10 to 20 ms each. Arguments: a file with the
/// lines of the job (docs/PROTOCOL.md, "The job") and a file with the documents. For each turn after the warm-up, prints a
/// line: ns per operation in the simple loop and in the kit's.
/// </summary>
public static class Runner
{
    private const int WarmUpTurns = 100;
    private const int Turns = 60;

    private static object? last;

    public static int Run<T>(Documents<T> documents, Func<Serializer<T>> make, Facts facts)
    {
        var words = Environment.GetCommandLineArgs();
        var job = File.ReadLines(words[1]).Select(line => line.Split(' ', 2)).ToLookup(line => line[0], line => line[^1]);
        var (task, output, set) = (job["task"].Single(), job["output"].Single(), words[2]);
        var row = make();
        var loop = Tasks.Of(task, output, documents, row);
        loop.Set(set);
        Compare(loop, (task, output) switch
        {
            ("serialize", "text") => SerializeText(row, documents.ReadAll(set)),
            ("serialize", "bytes") => SerializeBytes(row, documents.ReadAll(set)),
            ("deserialize", "text") => DeserializeText(row, Frames.ReadTexts(set)),
            ("deserialize", "bytes") => DeserializeBytes(row, Frames.ReadBytes(set)),
            _ => throw new UnsupportedException($"there is no simple loop for {task}"),
        });
        return 0;
    }

    private static void Compare(ILoop loop, Func<int, long> bare)
    {
        var operations = 1;
        double Bare() => (double)bare(operations) / operations;
        double Kit() => (double)loop.Slice(operations, 1).Wall / operations;
        // Warm-up: the JIT optimizes a method only after many calls or many iterations of a loop.
        for (var start = Stopwatch.StartNew(); start.Elapsed.TotalSeconds < 4; Kit())
            operations = bare(operations) < 1_000_000 ? operations * 2 : operations;
        operations *= 10;
        for (var turn = -WarmUpTurns; turn < Turns; turn++)
        {
            var before = turn % 2 == 0 ? Bare() : 0;
            var kit = Kit();
            var ns = turn % 2 == 0 ? before : Bare();
            if (turn >= 0)
                Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{ns} {kit}"));
        }
    }

    // The simple loops: functions that take a number of operations and return the elapsed nanoseconds.

    private static Func<int, long> SerializeText<T>(Serializer<T> row, T[] inputs) => operations =>
    {
        var (at, start) = (0, Stopwatch.GetTimestamp());
        for (var i = 0; i < operations; i++)
        {
            last = row.SerializeText(inputs[at]);
            at = at + 1 == inputs.Length ? 0 : at + 1;
        }
        return Clocks.Nanoseconds(Stopwatch.GetTimestamp() - start);
    };

    private static Func<int, long> SerializeBytes<T>(Serializer<T> row, T[] inputs) => operations =>
    {
        var (at, start) = (0, Stopwatch.GetTimestamp());
        for (var i = 0; i < operations; i++)
        {
            last = row.SerializeBytes(inputs[at]);
            at = at + 1 == inputs.Length ? 0 : at + 1;
        }
        return Clocks.Nanoseconds(Stopwatch.GetTimestamp() - start);
    };

    private static Func<int, long> DeserializeText<T>(Serializer<T> row, string[] inputs) => operations =>
    {
        var (at, start) = (0, Stopwatch.GetTimestamp());
        for (var i = 0; i < operations; i++)
        {
            last = row.DeserializeText(inputs[at]);
            at = at + 1 == inputs.Length ? 0 : at + 1;
        }
        return Clocks.Nanoseconds(Stopwatch.GetTimestamp() - start);
    };

    private static Func<int, long> DeserializeBytes<T>(Serializer<T> row, byte[][] inputs) => operations =>
    {
        var (at, start) = (0, Stopwatch.GetTimestamp());
        for (var i = 0; i < operations; i++)
        {
            last = row.DeserializeBytes(inputs[at]);
            at = at + 1 == inputs.Length ? 0 : at + 1;
        }
        return Clocks.Nanoseconds(Stopwatch.GetTimestamp() - start);
    };
}
