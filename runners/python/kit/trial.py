"""A task with its inputs and what was kept of its results: what the commands of docs/PROTOCOL.md do."""

from collections.abc import Callable
from gc import disable, get_stats, isenabled

from .collector import rest_collector, settle_collector
from .frames import write_frames
from .loop import TimedLoop
from .task import Task

Line = tuple[str, str]


class Trial:
    """A command's value gives the lines of its reply. Raises Failed when an operation raises."""

    def __init__(self, task: Task, check: Callable[[], None]) -> None:
        """`check` raises Refusal for a row that could have its code run while no clock does."""
        self._task = task
        self._check = check
        self._kept: list[bytes] = []
        self._loops: list[TimedLoop] = []
        rest_collector(isenabled())

    def set(self, value: str) -> list[Line]:
        count, _, path = value.partition(" ")
        disable()
        self._loops.append(TimedLoop(self._task.run, self._task.read(path), self._check))
        settle_collector()
        return [("set", count)]

    def slice(self, value: str) -> list[Line]:
        ops, keep = map(int, value.split())
        finish = self._task.finish
        try:
            ns, cpu_ns, results = self._loops[-1].slice(ops, keep if finish else ops)
        finally:
            # A row may have itself called when inputs go. Before, it would find the next ones while no clock runs.
            del self._loops[:-1]
        length = 0 if finish else sum(results)
        if finish:
            self._kept += finish(results)
        return [("slice", f"{ops} {ns} {cpu_ns} {length}")]

    def kept(self, value: str) -> list[Line]:
        write_frames(value, self._kept)
        count, self._kept = len(self._kept), []
        return [("kept", str(count))]

    def memory(self, value: str) -> list[Line]:
        """No counter of CPython sees an operation that allocates a megabyte ten times and keeps none, nor what extensions allocate."""
        before = get_stats()
        self._loops[-1].slice(int(value), 0)
        collections = [
            ("collections", f"gen{i} {now['collections'] - before[i]['collections']}")
            for i, now in enumerate(get_stats())
        ]
        reason = "CPython counts what is in use, not what was allocated"
        return [("unknown", f"allocated {reason}"), *collections, ("memory", value)]
