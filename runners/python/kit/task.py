"""Prepares a task: the reader of inputs, the timed operation, and the function that turns results into bytes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from inspect import getattr_static
from typing import Any

from .errors import Refusal, Unsupported
from .finish import finish_outputs, finish_trees
from .fixture_reader import read_fixture
from .fixture_writer import finish_objects
from .frames import read_frames, read_texts
from .job import Job
from .natural import Natural
from .serializer import Operations, Schema, load_serializer, version_of

Call = Callable[[Any], Any]
Inputs = Callable[[str], list[Any]]
Finish = Callable[[list[Any]], list[bytes]]

# Attributes of a pydantic object: the fields, the names of fields that were set, and two that stay None.
_PYDANTIC = ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")


@dataclass(slots=True)
class Task:
    version: str
    read: Inputs
    run: Call
    finish: Finish | None
    """Turns results into bytes, or raises Mismatch. None for limit-walk: its results are numbers, which a slice adds up."""


def prepare_task(job: Job, natural: Natural) -> Task:
    serializer, task = job.words["serializer"], job.words["task"]
    module = load_serializer(serializer)
    schema = Schema(natural.model, natural, job.artifacts, job.words["schema"], task)
    operations: Operations = module.create(schema)
    run = getattr(operations, task.replace("-", "_"))
    if run is None:
        raise Unsupported(f"{serializer} has no {task}")
    if task in ("deserialize", "parse-tree"):
        read: Inputs = read_texts if job.words["output"] == "text" else read_frames
    else:
        read = _objects(job, natural, operations)
    return Task(version_of(module), read, run, _finish(job, natural, operations.write_tree))


def _objects(job: Job, natural: Natural, operations: Operations) -> Inputs:
    makers = {name: _maker(class_) for name, class_ in (operations.classes or {}).items()} or natural.records
    prepare = operations.prepare
    if prepare is None:
        return lambda path: read_fixture(path, natural, makers)
    if job.words.get("bound") != "prefilled":
        raise Refusal('prepare needs bound = "prefilled" in the entry of the row')
    return lambda path: [prepare(document) for document in read_fixture(path, natural, makers)]


def _maker(class_: type[Any]) -> Callable[..., Any]:
    """Returns a function that creates an object without validation. A class whose metaclass creates objects in
    another way, as in msgspec, is returned unchanged.
    """
    if getattr_static(type(class_), "__call__") is not type.__call__:
        return class_
    is_pydantic = hasattr(class_, "__pydantic_fields_set__")

    def make(**values: Any) -> Any:
        made = object.__new__(class_)
        if is_pydantic:
            for name, value in zip(_PYDANTIC, (values, {*values}, None, None), strict=True):
                object.__setattr__(made, name, value)
        else:
            for name, value in values.items():
                object.__setattr__(made, name, value)
        return made

    return make


def _finish(job: Job, natural: Natural, write: Call | None) -> Finish:
    task, kind = job.words["task"], job.words["output"]
    if task == "deserialize":
        return partial(finish_objects, natural=natural)
    if task == "serialize":
        return partial(finish_outputs, operation="serialize", kind=kind)
    if write is None:
        raise Unsupported(f"{job.words['serializer']} has no write_tree")
    return partial(finish_trees, write=write, kind=kind)
