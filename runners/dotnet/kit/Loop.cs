using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Wiremark.Kit;

/// <summary>
/// One operation of a task. Implementations are structs, so that the JIT compiles a loop for each of them and calls nothing between
/// the loop and the row.
/// </summary>
internal interface ITask<in TInput, TResult>
{
    TResult Run(TInput input);

    /// <summary>The units that a result adds to a slice's length.</summary>
    long Length(TResult result);

    /// <summary>A kept result in the form of a frame, in memory of its own; null where the task keeps nothing.</summary>
    byte[]? Finish(TResult result);
}

/// <summary>A slice's times in nanoseconds and the length of its outputs; or the failure of an operation.</summary>
internal sealed record Slice(long Wall, long Cpu, long Length)
{
    /// <summary>The operation that failed, counted from the slice's first, and the reason.</summary>
    public (long Operation, Exception Reason)? Failure { get; init; }
}

/// <summary>What the protocol's commands do, whatever the types of inputs and results.</summary>
internal interface ILoop
{
    void Set(string path);

    Slice Slice(long operations, int keep);

    /// <summary>The finished results since the last call.</summary>
    IReadOnlyList<byte[]> TakeKept();

    /// <summary>Runs operations untimed and keeps nothing.</summary>
    void Run(long operations);
}

/// <summary>The timed loop.</summary>
internal sealed class Loop<TInput, TResult, TTask>(TTask task, Func<string, TInput[]> read) : ILoop
    where TTask : struct, ITask<TInput, TResult>
{
    /// <summary>
    /// Operations of one call of <see cref="Batch"/>. The JIT optimizes a method after it was called often; a loop that is entered
    /// once a slice would stay in the code that was compiled while it ran.
    /// </summary>
    private const int BatchSize = 64;

    private readonly Results<TResult> results = new(result => task.Finish(result));
    private TInput[] inputs = [];
    private int next;
    private long done;

    public void Set(string path)
    {
        inputs = read(path);
        next = 0;
    }

    public Slice Slice(long operations, int keep)
    {
        var kept = new Slot<TResult>[keep + 1];
        try
        {
            var cpu = Clocks.ThreadCpu();
            var start = Stopwatch.GetTimestamp();
            var length = Run(operations, kept);
            var stop = Stopwatch.GetTimestamp();
            cpu = Clocks.ThreadCpu() - cpu;
            results.Keep(kept);
            return new Slice(Clocks.Nanoseconds(stop - start), cpu, length);
        }
        catch (Exception e) when (e is not (MismatchException or OutOfMemoryException))
        {
            return new Slice(0, 0, 0) { Failure = (done, e) };
        }
    }

    public void Run(long operations) => Run(operations, new Slot<TResult>[1]);

    public IReadOnlyList<byte[]> TakeKept() => results.Take();

    private long Run(long operations, Slot<TResult>[] kept)
    {
        var length = 0L;
        var firstKept = operations - kept.Length + 1;
        for (done = 0; done < operations;)
            length += Batch((int)Math.Min(BatchSize, operations - done), kept, firstKept);
        return length;
    }

    /// <summary>
    /// The kept results go to the array's places from 1 on, all others to place 0. The place is computed, so the JIT can't leave out
    /// the store, nor the work behind it.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long Batch(int count, Slot<TResult>[] kept, long firstKept)
    {
        var length = 0L;
        var at = next;
        for (var i = 0; i < count; i++)
        {
            var result = task.Run(inputs[at]);
            length += task.Length(result);
            kept[Math.Max(0, done - firstKept + 1)].Result = result;
            done++;
            at = at + 1 == inputs.Length ? 0 : at + 1;
        }
        next = at;
        return length;
    }
}

/// <summary>A place in an array of results. An array of structs needs no type check at each store.</summary>
internal struct Slot<TResult>
{
    public TResult Result;
}

internal static class Clocks
{
    /// <summary>CLOCK_THREAD_CPUTIME_ID of Linux and of macOS.</summary>
    private static readonly int ThreadClock = OperatingSystem.IsMacOS() ? 16 : 3;
    private static readonly bool HasThreadClock = !OperatingSystem.IsWindows();

    public static long Nanoseconds(long ticks) => Math.Max(1, (long)(ticks * (1e9 / Stopwatch.Frequency)));

    /// <summary>CPU time of this thread in nanoseconds; 0 where the system doesn't tell.</summary>
    public static long ThreadCpu() =>
        HasThreadClock && GetTime(ThreadClock, out var time) == 0 ? time.Seconds * 1_000_000_000 + time.Nanoseconds : 0;

    [DllImport("libc", EntryPoint = "clock_gettime")]
    private static extern int GetTime(int clock, out Time time);

    private struct Time
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
