using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Wiremark.Kit;

/// <summary>
/// One operation of a task. Implementations are structs, so that the JIT compiles a loop for each of them, with nothing between the
/// loop and the row.
/// </summary>
internal interface IOperation<in TInput, TResult>
{
    TResult Run(TInput input);

    /// <summary>The units that a result adds to a slice's length.</summary>
    long Length(TResult result);
}

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

/// <summary>The timed loop.</summary>
/// <param name="operation">What is timed.</param>
/// <param name="read">Makes inputs of a file of the command <c>set</c>.</param>
/// <param name="finish">Makes a frame of a kept result, in memory of its own; null where the task has none.</param>
internal sealed class Loop<TInput, TResult, TOperation>(
    TOperation operation, Func<string, TInput[]> read, Func<TResult, byte[]?> finish) : ILoop
    where TOperation : struct, IOperation<TInput, TResult>
{
    /// <summary>
    /// Operations of one call of <see cref="Batch"/>. The JIT optimizes a method after it was called often; a loop that is entered
    /// once a slice would stay in the code that was compiled while it ran.
    /// </summary>
    private const int BatchSize = 64;

    private readonly Results<TResult> results = new(finish);
    private readonly Slot<TResult>[] unkept = new Slot<TResult>[1];
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

    public void Run(long operations) => Run(operations, unkept);

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
    /// Stores kept results in the array from place 1 on, all others in place 0. The place is computed, so the JIT can't leave out the
    /// store, nor the work behind it.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long Batch(int count, Slot<TResult>[] kept, long firstKept)
    {
        var length = 0L;
        var at = next;
        for (var i = 0; i < count; i++)
        {
            var result = operation.Run(inputs[at]);
            length += operation.Length(result);
            kept[Math.Max(0, done - firstKept + 1)].Result = result;
            done++;
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
