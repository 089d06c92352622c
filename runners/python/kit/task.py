"""What is run: how its inputs are made, the operation that is timed, and how its results are finished."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from .errors import Refusal, Unsupported
from .finish import finish_outputs, finish_trees
from .fixture_reader import read_fixture
from .fixture_writer import finish_objects
from .frames import read_frames, read_texts
from .job import Job
from .natural import Natural
from .own_classes import makers
from .serializer import Operations, Schema, load_serializer, version_of

Call = Callable[[Any], Any]
Inputs = Callable[[str], list[Any]]
Finish = Callable[[list[Any]], list[bytes]]


@dataclass(slots=True)
class Task:
    version: str
    read: Inputs
    """Makes the inputs of a file."""
    run: Call
    finish: Finish | None
    """Makes frames of results, or raises Mismatch. None where these are numbers, which a slice adds up and doesn't keep."""


def prepare_task(job: Job, natural: Natural, given: Natural, check: Callable[[], None]) -> Task:
    """`given` is the row's copy of `natural`; `check` raises Refusal for a row that has replaced something of the kit's."""
    serializer, task = job.words["serializer"], job.words["task"]
    module = load_serializer(serializer)
    schema = Schema(given.model, given, job.artifacts, job.words["schema"], task)
    operations: Operations = module.create(schema)
    version, run, prepare = (
        version_of(module),
        getattr(operations, task.replace("-", "_")),
        operations.prepare,
    )
    write, classes = operations.write_tree, dict(operations.classes or {})
    own = {name: classes[name] for name in natural.records if name in classes}
    # The row has been asked for all that it has. What it put in place of something could put that back when it is called.
    check()
    if run is None:
        raise Unsupported(f"{serializer} has no {task}")
    if task in ("deserialize", "parse-tree"):
        read: Inputs = read_texts if job.words["output"] == "text" else read_frames
    else:
        read = _objects(job, natural, own, prepare)
    return Task(version, read, run, _finish(job, natural, write))


def _objects(job: Job, natural: Natural, own: dict[str, type[Any]], prepare: Call | None) -> Inputs:
    makers(own, natural)

    def read(path: str) -> list[Any]:
        # Again: a row could have changed one since.
        return read_fixture(path, natural, makers(own, natural) or natural.records)

    if prepare is None:
        return read
    if job.words.get("bound") != "prefilled":
        raise Refusal('prepare needs bound = "prefilled" in the entry of the row')
    return lambda path: [prepare(document) for document in read(path)]


def _finish(job: Job, natural: Natural, write: Call | None) -> Finish:
    task, kind = job.words["task"], job.words["output"]
    if task == "deserialize":
        return partial(finish_objects, natural=natural)
    if task == "serialize":
        return partial(finish_outputs, operation="serialize", kind=kind)
    if write is None:
        raise Unsupported(f"{job.words['serializer']} has no write_tree")
    return partial(finish_trees, write=write, kind=kind)
