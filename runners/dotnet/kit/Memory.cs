using System.Globalization;

namespace Wiremark.Kit;

/// <summary>Counts allocations and collections, as BenchmarkDotNet does.</summary>
internal static class Memory
{
    private readonly record struct Counts(int Gen0, int Gen1, int Gen2, long Allocated)
    {
        /// <summary>Collections are counted as .NET does: those of generation 1 and 2 count as generation 0's too.</summary>
        public static Counts Now() =>
            new(GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2), GC.GetTotalAllocatedBytes(precise: true));
    }

    /// <summary>The lines of the reply, but for the last one.</summary>
    public static IEnumerable<(string Key, string Value)> Count(ILoop loop, long operations)
    {
        Counts.Now();
        Settle();
        var before = Counts.Now();
        loop.Run(operations);
        var after = Counts.Now();
        return
        [
            ("allocated", Text($"{after.Allocated - before.Allocated}")),
            ("collections", Text($"gen0 {after.Gen0 - before.Gen0}")),
            ("collections", Text($"gen1 {after.Gen1 - before.Gen1}")),
            ("collections", Text($"gen2 {after.Gen2 - before.Gen2}")),
        ];
    }

    /// <summary>Collects garbage and waits for the thread that compiles optimized code: its allocations would count.</summary>
    private static void Settle()
    {
        for (var i = 0; i < 2; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Thread.Sleep(250);
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
