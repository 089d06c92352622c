"""The timed loop. For each operation, it runs only C functions of the standard library: they take an input from a list, call
the operation, and drop or keep the result. A result that isn't kept is dropped before the next one is created. Otherwise
the allocator would use other memory for the next, which cost orjson 30 ns.
"""

from collections import deque
from collections.abc import Callable, Iterator
from operator import length_hint
from time import perf_counter_ns, thread_time_ns
from typing import Any

from .errors import Failed

# If there are fewer inputs, they are repeated in a list of up to this length, so that the loop seldom begins the list again,
# which takes a fraction of a microsecond.
_INPUTS_OF_A_LIST = 4096


# Wall-clock and CPU time in nanoseconds, and the kept results, oldest first.
Slice = tuple[int, int, list[Any]]


class TimedLoop:
    def __init__(self, run: Callable[[Any], Any], inputs: list[Any]) -> None:
        self._run = run
        self._count = len(inputs)
        self._inputs = inputs * max(1, _INPUTS_OF_A_LIST // self._count)
        self._at = 0

    def slice(self, ops: int, keep: int) -> Slice:
        """Times `ops` operations and keeps the last `keep` results. Raises Failed if an operation raises."""
        clock, cpu_clock, left = perf_counter_ns, thread_time_ns, length_hint
        forgotten = self._next_inputs(ops - keep)
        kept = self._next_inputs(keep)
        lists = forgotten + kept
        results: list[Any] = []
        puts = [deque[Any](maxlen=0).extend] * len(forgotten) + [results.extend] * len(kept)
        outputs = [map(self._run, inputs) for inputs in lists]
        try:
            cpu = cpu_clock()
            start = clock()
            for put, made, inputs in zip(puts, outputs, lists, strict=True):
                put(made)
                # A StopIteration raised by an operation looks like the end of the list.
                if left(inputs):
                    break
            end = clock()
            cpu_end = cpu_clock()
        except BaseException as error:
            raise Failed(_begun(ops, lists) - 1, f"{type(error).__name__}: {error}") from error
        begun = _begun(ops, lists)
        if begun < ops or len(results) < keep:
            raise Failed(begun - 1, "StopIteration")
        return end - start, cpu_end - cpu, results

    def _next_inputs(self, ops: int) -> list[Iterator[Any]]:
        """Returns iterators over the next `ops` inputs. A list's iterator can begin at any index, but always ends at the
        list's end. So iterators of `_inputs` provide the inputs up to the end of the last complete pass through all inputs. Only
        the rest is copied to a new list: results then have other addresses in memory, which cost msgspec 12 ns.
        """
        at, inputs = self._at, self._inputs
        rotations, self._at = divmod(at + ops, self._count)
        if rotations == 0:
            return [iter(inputs[at : at + ops])] if ops else []
        whole, part = divmod(rotations * self._count - at, len(inputs))
        first: Any = iter(inputs)
        first.__setstate__(len(inputs) - part)
        lists = [first, *map(iter, [inputs] * whole), iter(inputs[: self._at])]
        return [one for one in lists if length_hint(one)]


def _begun(ops: int, lists: list[Iterator[Any]]) -> int:
    return ops - sum(map(length_hint, lists))
