using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Wiremark.Kit;

/// <summary>A slice: its times in nanoseconds and the length of its outputs, or the failed operation and its exception.</summary>
internal sealed record Slice(long Wall, long Cpu, long Length, (long Operation, Exception Reason)? Failure = null);

/// <summary>The protocol's commands, without the types of inputs and results.</summary>
internal interface ILoop
{
    void Set(string path);

    Slice Slice(long operations, int keep);

    /// <summary>Returns the finished kept results since the last call.</summary>
    IReadOnlyList<byte[]> TakeKept();

    /// <summary>Runs operations. Measures, keeps and allocates nothing.</summary>
    void Run(long operations);
}

/// <summary>The timed loop of a task. A process has only one, so the JIT can inline its operation, and often the row's code.</summary>
/// <param name="read">Reads inputs from a file of the command <c>set</c>.</param>
/// <param name="finish">Copies a kept result to a frame; null if the task has none.</param>
internal abstract class Loop<TInput, TResult>(Func<string, TInput[]> read, Func<TResult, byte[]?> finish) : ILoop
{
    /// <summary>
    /// Operations in a call of <see cref="Batch"/>. The JIT fully optimizes a method after many calls; a loop that is entered once a
    /// slice would keep the code of its on-stack replacement.
    /// </summary>
    private const int BatchSize = 64;

    private readonly Results<TResult> results = new(finish);
    private readonly Slot<TResult>[] keepsNone = new Slot<TResult>[1];
    private TInput[] inputs = [];
    /// <summary>Index of the next operation's input.</summary>
    private int next;
    /// <summary>Completed operations of this slice.</summary>
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

    protected abstract TResult Operate(TInput input);

    /// <summary>Returns the length of a result, to be added up for the slice.</summary>
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
    /// Runs operations up to <paramref name="end"/>. Stores kept results in the array from index 1 on, all others at index 0. The index
    /// is computed, so the JIT can't omit the store or the work before it.
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

/// <summary>An element of an array of results. Storing into an array of structs needs no type check.</summary>
internal struct Slot<TResult>
{
    public TResult Result;
}
