"""One job made ready: the serializer, its documents, and what the commands do with them."""

from collections.abc import Callable
from typing import Any, Protocol

from .errors import Refusal, Unsupported
from .fixture_reader import fixture_reader
from .fixture_writer import write_fixture
from .frames import read_frames, write_frames
from .job import DocumentSet, Job
from .limits import LimitTrial
from .loop import TimedLoop, Times, time_once
from .model import read_model
from .natural import Natural
from .sample import compile_sampler
from .serializer import Operations, Schema, load_serializer, version_of

# Which operations a task needs; the first is the one that is timed.
_OPERATIONS = {
    "serialize": ("serialize",),
    "deserialize": ("deserialize",),
    "to-tree": ("to_tree", "write_tree"),
    "parse-tree": ("parse_tree", "write_tree"),
}


class AnyTrial(Protocol):
    """What the commands need."""

    version: str
    loop: TimedLoop

    def fresh(self, file: DocumentSet) -> Times: ...
    def dump(self, which: str, path: str) -> int: ...


def prepare_trial(job: Job) -> AnyTrial:
    natural = Natural(read_model(job.words["model"]))
    if job.is_limit:
        return LimitTrial(job, natural)
    serializer = job.words["serializer"]
    module = load_serializer(serializer)
    schema = Schema(natural.model, natural, job.artifacts, job.words["schema"], job.words["task"])
    operations: Operations = module.create(schema)
    for name in _OPERATIONS[schema.task]:
        if getattr(operations, name) is None:
            raise Unsupported(f"{serializer} has no {name} for the task {schema.task}")
    return Trial(job, natural, version_of(module), operations)


class Trial:
    """`run` is the operation that is timed, `inputs` what it is given, by set."""

    def __init__(self, job: Job, natural: Natural, version: str, operations: Operations) -> None:
        self.version = version
        self._task = job.words["task"]
        self._output = job.words["output"]
        self._serializer = job.words["serializer"]
        self._natural = natural
        self._operations = operations
        self.run: Callable[[Any], Any] = getattr(operations, _OPERATIONS[self._task][0])
        self._read = self._input_reader(job)
        suffix = "-input" if job.reads_documents else ""
        self.inputs = {name: self._read(job.sets[name + suffix]) for name in ("documents", "hard")}
        self._fresh: list[Any] = []
        """Results of the documents that were never seen before, until they are dumped."""
        self.loop = self._timed_loop()

    def _input_reader(self, job: Job) -> Callable[[DocumentSet], list[Any]]:
        """Documents as the task takes them: objects for the tasks that write, else frames."""
        if job.reads_documents:
            is_text = self._output == "text"

            def read(file: DocumentSet) -> list[Any]:
                frames = read_frames(file.path, file.count)
                return [frame.decode() for frame in frames] if is_text else list(frames)

            return read
        fixtures = fixture_reader(self._natural)
        prepare = self._operations.prepare

        def read_objects(file: DocumentSet) -> list[Any]:
            documents = fixtures(file.path, file.count)
            return documents if prepare is None else [prepare(document) for document in documents]

        return read_objects

    def _timed_loop(self) -> TimedLoop:
        documents = self.inputs["documents"]
        if self._task == "serialize":
            return TimedLoop(self._output, self.run, documents)
        if self._task == "deserialize":
            return TimedLoop("objects", self.run, documents, compile_sampler(self._natural))
        return TimedLoop("trees", self.run, documents)

    def fresh(self, file: DocumentSet) -> Times:
        """Goes once through documents that this process has never seen, and keeps what comes of it for `dump`."""
        times, self._fresh = time_once(self.run, self._read(file))
        return times

    def dump(self, which: str, path: str) -> int:
        """All results first and the file afterwards: a buffer that is handed out twice must show. How many documents."""
        results = self._fresh if which == "fresh" else [self.run(document) for document in self.inputs[which]]
        if self._task == "deserialize":
            write_fixture(path, results, self._natural)
        elif self._operations.write_tree is not None and self._task != "serialize":
            write_frames(path, [self._checked(self._operations.write_tree(tree)) for tree in results])
        else:
            write_frames(path, [self._checked(result) for result in results])
        return len(results)

    def _checked(self, result: Any) -> Any:
        """A serializer may not put out another kind than it declares."""
        if isinstance(result, str if self._output == "text" else (bytes, bytearray, memoryview)):
            return result
        raise Refusal(f"{self._serializer} put out {type(result).__qualname__} instead of {self._output}")
