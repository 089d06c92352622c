using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Wiremark.Kit;

/// <summary>A slice: its times in nanoseconds and the length of its outputs, or the operation that failed and why.</summary>
internal sealed record Slice(long Wall, long Cpu, long Length, (long Operation, Exception Reason)? Failure = null);

/// <summary>What the protocol's commands do, whatever the types of inputs and results.</summary>
internal interface ILoop
{
    void Set(string path);

    Slice Slice(long operations, int keep);

    /// <summary>The kept results since the last call, finished.</summary>
    IReadOnlyList<byte[]> TakeKept();

    /// <summary>Runs operations. Measures, keeps and allocates nothing.</summary>
    void Run(long operations);
}

/// <summary>The timed loop of a task. A process has one, so the JIT puts its operation, and often the row's code, into the loop.</summary>
/// <param name="read">Makes inputs of a file of the command <c>set</c>.</param>
/// <param name="finish">Makes a frame of a kept result, in memory of its own; null where the task has none.</param>
internal abstract class Loop<TInput, TResult>(Func<string, TInput[]> read, Func<TResult, byte[]?> finish) : ILoop
{
    /// <summary>
    /// Operations of one call of <see cref="Batch"/>. The JIT optimizes a method after it was called often; a loop that is entered
    /// once a slice would stay in the code that was compiled while it ran.
    /// </summary>
    private const int BatchSize = 64;

    private readonly Results<TResult> results = new(finish);
    private readonly Slot<TResult>[] keepsNone = new Slot<TResult>[1];
    private TInput[] inputs = [];
    /// <summary>The place of the next operation's input.</summary>
    private int next;
    /// <summary>Operations of this slice that are done.</summary>
    private long done;

    public void Set(string path)
    {
        inputs = read(path);
        next = 0;
    }

    public Slice Slice(long operations, int keep)
    {
        var kept = new Slot<TResult>[keep + 1];
        long cpu, ticks, length;
        try
        {
            cpu = Clocks.ThreadCpu();
            ticks = Stopwatch.GetTimestamp();
            length = Run(operations, kept);
            ticks = Stopwatch.GetTimestamp() - ticks;
            cpu = Clocks.ThreadCpu() - cpu;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return new Slice(0, 0, 0, (done, e));
        }
        results.Keep(kept);
        return new Slice(Clocks.Nanoseconds(ticks), cpu, length);
    }

    /// <summary>One operation.</summary>
    protected abstract TResult Operate(TInput input);

    /// <summary>The units that a result adds to a slice's length.</summary>
    protected virtual long Length(TResult result) => 0;

    public void Run(long operations) => Run(operations, keepsNone);

    public IReadOnlyList<byte[]> TakeKept() => results.Take();

    private long Run(long operations, Slot<TResult>[] kept)
    {
        var length = 0L;
        for (done = 0; done < operations;)
            length += Batch(Math.Min(done + BatchSize, operations), kept, operations - kept.Length);
        return length;
    }

    /// <summary>
    /// Stores kept results in the array from place 1 on, all others in place 0. The place is computed, so the JIT can't leave out the
    /// store, nor the work behind it.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long Batch(long end, Slot<TResult>[] kept, long unkept)
    {
        var length = 0L;
        var at = next;
        for (; done < end; done++)
        {
            var result = Operate(inputs[at]);
            length += Length(result);
            kept[Math.Max(0, done - unkept)].Result = result;
            at = at + 1 == inputs.Length ? 0 : at + 1;
        }
        next = at;
        return length;
    }
}

/// <summary>A place in an array of results. Storing into an array of structs needs no type check.</summary>
internal struct Slot<TResult>
{
    public TResult Result;
}
