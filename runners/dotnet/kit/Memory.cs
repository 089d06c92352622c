namespace Wiremark.Kit;

internal static class Memory
{
    /// <summary>
    /// Runs operations and returns the lines of the reply to <c>memory</c>, except the last. A collection also counts for all
    /// younger generations.
    /// </summary>
    public static IEnumerable<(string Key, string Value)> Count(ILoop loop, long operations)
    {
        Counts();
        for (var i = 0; i < 2; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        // Gives the JIT's background thread time to finish, because it allocates, too.
        Thread.Sleep(250);
        var before = Counts();
        loop.Run(operations);
        var after = Counts();
        return
        [
            ("allocated", $"{after.Allocated - before.Allocated}"),
            ("collections", $"gen0 {after.Gen0 - before.Gen0}"),
            ("collections", $"gen1 {after.Gen1 - before.Gen1}"),
            ("collections", $"gen2 {after.Gen2 - before.Gen2}"),
        ];
    }

    private static (long Allocated, int Gen0, int Gen1, int Gen2) Counts() =>
        (GC.GetTotalAllocatedBytes(precise: true), GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
}
