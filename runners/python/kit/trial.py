from gc import get_stats

from .collector import check_collector, settle_collector
from .errors import Refusal
from .frames import write_frames
from .loop import TimedLoop
from .task import Task

Line = tuple[str, str]


class Trial:
    """Executes the protocol's commands. Methods return the lines of the reply. They raise Failed if an operation raises."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._kept: list[bytes] = []
        self._loop: TimedLoop | None = None
        check_collector()

    def set(self, value: str) -> list[Line]:
        count, _, path = value.partition(" ")
        self._loop = TimedLoop(self._task.run, self._task.read(path))
        settle_collector()
        return [("set", count)]

    def slice(self, value: str) -> list[Line]:
        ops, keep = map(int, value.split())
        finish = self._task.finish
        ns, cpu_ns, results = self._given().slice(ops, keep if finish else ops)
        check_collector()
        length = 0 if finish else sum(results)
        if finish:
            self._kept += finish(results)
        return [("slice", f"{ops} {ns} {cpu_ns} {length}")]

    def _given(self) -> TimedLoop:
        if self._loop is None:
            raise Refusal("a slice came before documents")
        return self._loop

    def kept(self, value: str) -> list[Line]:
        write_frames(value, self._kept)
        count, self._kept = len(self._kept), []
        return [("kept", str(count))]

    def memory(self, value: str) -> list[Line]:
        """Counts garbage collections. Allocated bytes are unknown: CPython doesn't count objects that are already freed, nor
        memory of extensions.
        """
        before = get_stats()
        self._given().slice(int(value), 0)
        collections = [
            ("collections", f"gen{i} {now['collections'] - before[i]['collections']}")
            for i, now in enumerate(get_stats())
        ]
        reason = "CPython counts what is in use, not what was allocated"
        return [("unknown", f"allocated {reason}"), *collections, ("memory", value)]
