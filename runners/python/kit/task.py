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
from .own_classes import check_classes
from .serializer import Operations, Schema, load_serializer, version_of

Inputs = Callable[[str], list[Any]]
Finish = Callable[[list[Any]], list[bytes]]


@dataclass(frozen=True)
class Task:
    version: str
    read: Inputs
    """Makes the inputs of a file."""
    run: Callable[[Any], Any]
    finish: Finish | None
    """Makes frames of results, or raises Mismatch. None where these are numbers, which a slice adds up and doesn't keep."""


def prepare_task(job: Job, natural: Natural, given: Natural) -> Task:
    """`given` is the row's copy of `natural`."""
    serializer, task = job.words["serializer"], job.words["task"]
    module = load_serializer(serializer)
    schema = Schema(given.model, given, job.artifacts, job.words["schema"], task)
    operations: Operations = module.create(schema)
    run = getattr(operations, task.replace("-", "_"))
    if run is None:
        raise Unsupported(f"{serializer} has no {task}")
    if task in ("deserialize", "parse-tree"):
        read: Inputs = read_texts if job.words["output"] == "text" else read_frames
    else:
        read = _objects(job, natural, operations)
    return Task(version_of(module), read, run, _finish(job, natural, operations))


def _objects(job: Job, natural: Natural, operations: Operations) -> Inputs:
    given = dict(operations.classes or {})
    own = {name: given[name] for name in natural.records if name in given}
    check_classes(own, natural)

    def read(path: str) -> list[Any]:
        # Again: a row could have changed one since.
        check_classes(own, natural)
        return read_fixture(path, natural, own or natural.records)

    prepare = operations.prepare
    if prepare is None:
        return read
    if job.words.get("bound") != "prefilled":
        raise Refusal('prepare needs bound = "prefilled" in the entry of the row')
    return lambda path: [prepare(document) for document in read(path)]


def _finish(job: Job, natural: Natural, operations: Operations) -> Finish:
    task, kind = job.words["task"], job.words["output"]
    if task == "deserialize":
        return partial(finish_objects, natural=natural)
    if task == "serialize":
        return partial(finish_outputs, operation="serialize", kind=kind)
    if operations.write_tree is None:
        raise Unsupported(f"{job.words['serializer']} has no write_tree")
    return partial(finish_trees, write=operations.write_tree, kind=kind)
