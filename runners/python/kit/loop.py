"""The timed loops, one for each kind of result. Between operations there is only the choice of the next document and the use of
the result: its length and one unit of it at a place that nobody knows beforehand (docs/PROTOCOL.md, "slice"). The places are
worked out before the clocks start; what is left of that is read from an array.
"""

import gc
from array import array
from collections.abc import Callable, Iterator
from itertools import cycle
from time import perf_counter_ns, thread_time_ns
from typing import Any, NamedTuple

# Numerical Recipes' generator of 32 bits.
_MULTIPLIER = 1664525
_INCREMENT = 1013904223
_MASK = 0xFFFFFFFF
WAY_OPERATIONS = 64
"""For so many operations the way down an object stays the same."""

Sample = Callable[[Any, int, tuple[int, ...]], int]
"""What an object adds to the checksum: by the place in its leaf (24 bits), and those on the way (likewise)."""


class Times(NamedTuple):
    ns: int
    cpu_ns: int


def next_state(state: int) -> int:
    return (state * _MULTIPLIER + _INCREMENT) & _MASK


def place_of(state: int, count: int) -> int:
    """From 0 to below `count`."""
    return (state >> 8) * count >> 24


def _states(seed: int, ops: int) -> tuple["array[int]", list[int]]:
    """The upper 24 bits of each operation's state, and the whole state with which each 64 operations begin."""
    state = seed
    places = array("I")
    append = places.append
    ways = []
    for begin in range(0, ops, WAY_OPERATIONS):
        ways.append((state * _MULTIPLIER + _INCREMENT) & _MASK)
        for _ in range(min(WAY_OPERATIONS, ops - begin)):
            state = (state * _MULTIPLIER + _INCREMENT) & _MASK
            append(state >> 8)
    return places, ways


def _loop_texts(run: Callable[[Any], Any], inputs: Iterator[Any], places: "array[int]") -> int:
    checksum = 0
    for place, document in zip(places, inputs, strict=False):
        text = run(document)
        length = len(text)
        if length:
            checksum += length + ord(text[place * length >> 24])
    return checksum


def _loop_bytes(run: Callable[[Any], Any], inputs: Iterator[Any], places: "array[int]") -> int:
    checksum = 0
    for place, document in zip(places, inputs, strict=False):
        data = run(document)
        length = len(data)
        if length:
            checksum += length + data[place * length >> 24]
    return checksum


def _loop_objects(
    run: Callable[[Any], Any],
    inputs: Iterator[Any],
    groups: list[tuple["array[int]", Sample, tuple[int, ...]]],
) -> int:
    checksum = 0
    for places, sample, way in groups:
        for place, document in zip(places, inputs, strict=False):
            checksum += sample(run(document), place, way)
    return checksum


def _loop_trees(run: Callable[[Any], Any], inputs: Iterator[Any], ops: range) -> int:
    checksum = 0
    for _, document in zip(ops, inputs, strict=False):
        if run(document) is not None:
            checksum += 1
    return checksum


def _loop_lengths(run: Callable[[Any], Any], inputs: Iterator[Any], ops: range) -> int:
    checksum = 0
    for _, document in zip(ops, inputs, strict=False):
        checksum += len(run(document))
    return checksum


def _loop_counts(run: Callable[[Any], Any], inputs: Iterator[Any], ops: range) -> int:
    checksum = 0
    for _, document in zip(ops, inputs, strict=False):
        checksum += run(document)
    return checksum


_LOOPS: dict[str, Callable[[Any, Any, Any], int]] = {
    "text": _loop_texts,
    "bytes": _loop_bytes,
    "objects": _loop_objects,
    "trees": _loop_trees,
    "lengths": _loop_lengths,
    "counts": _loop_counts,
}


class TimedLoop:
    """Operations that rotate over the documents, from where the last slice ended."""

    def __init__(
        self,
        results: str,
        run: Callable[[Any], Any],
        inputs: list[Any],
        sampler: Callable[[int], tuple[Sample, tuple[int, ...]]] | None = None,
    ) -> None:
        """`sampler` gives what samples objects on the way that begins with a state; only for results `objects`."""
        self._results = results
        self._loop = _LOOPS[results]
        self._run = run
        self._inputs = cycle(inputs)
        self._sampler = sampler

    def slice(self, ops: int, seed: int) -> tuple[Times, int]:
        """Times and checksum of so many operations."""
        loop, run, inputs, looks = self._loop, self._run, self._inputs, self._looks(ops, seed)
        if not gc.isenabled():
            gc.collect()
        cpu = thread_time_ns()
        start = perf_counter_ns()
        checksum = loop(run, inputs, looks)
        end = perf_counter_ns()
        cpu_end = thread_time_ns()
        return Times(end - start, cpu_end - cpu), checksum

    def _looks(self, ops: int, seed: int) -> Any:
        """How many operations, and where each is looked into."""
        if self._results not in ("text", "bytes", "objects"):
            return range(ops)
        places, ways = _states(seed, ops)
        if self._sampler is None:
            return places
        return [
            (places[index * WAY_OPERATIONS : (index + 1) * WAY_OPERATIONS], *self._sampler(way))
            for index, way in enumerate(ways)
        ]


def time_once(run: Callable[[Any], Any], inputs: list[Any]) -> tuple[Times, list[Any]]:
    """The task once on each of these, timed as a whole, and what came of it."""
    results: list[Any] = []
    append = results.append
    cpu = thread_time_ns()
    start = perf_counter_ns()
    for document in inputs:
        append(run(document))
    end = perf_counter_ns()
    cpu_end = thread_time_ns()
    return Times(end - start, cpu_end - cpu), results
