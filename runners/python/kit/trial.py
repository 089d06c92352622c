"""A task with its inputs and what was kept of its results: what the commands of docs/PROTOCOL.md do."""

from collections.abc import Callable

from .collector import check_collector, settle_collector
from .frames import write_frames
from .loop import TimedLoop
from .memory import measure_memory
from .task import Task
from .untouched import check_alone

Line = tuple[str, str]


class Trial:
    """A command's value gives the lines of its reply. Raises Failed when an operation raises."""

    def __init__(self, task: Task, check: Callable[[], None]) -> None:
        """`check` raises Refusal for a row that could have its code run outside of the clock."""
        self._task = task
        self._check = check
        self._kept: list[bytes] = []

    def set(self, value: str) -> list[Line]:
        self._check()
        check_alone()
        count, _, path = value.partition(" ")
        self._loop = TimedLoop(self._task.run, self._task.read(path))
        settle_collector()
        return [("set", count)]

    def slice(self, value: str) -> list[Line]:
        ops, keep = map(int, value.split())
        ns, cpu_ns, results = self._loop.slice(ops, ops if self._task.counts else keep)
        check_alone()
        self._check()
        check_collector()
        length = sum(results) if self._task.counts else 0
        if not self._task.counts:
            self._kept += self._task.finish(results)
        return [("slice", f"{ops} {ns} {cpu_ns} {length}")]

    def kept(self, value: str) -> list[Line]:
        write_frames(value, self._kept)
        count, self._kept = len(self._kept), []
        return [("kept", str(count))]

    def memory(self, value: str) -> list[Line]:
        return measure_memory(self._loop, int(value))
