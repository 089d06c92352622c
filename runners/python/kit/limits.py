"""The limits of docs/PROTOCOL.md: bounds that serializers are measured against, each the quickest way that we know. They run in the
same loops as the serializers.
"""

from collections.abc import Callable
from typing import Any

from .errors import Unavailable
from .fixture_reader import fixture_reader
from .frames import read_frames, write_frames
from .job import DocumentSet, Job
from .loop import TimedLoop, Times
from .natural import Natural
from .walk import compile_walk

VERSION = "1"
# Bytes that JSON has escaped.
_ESCAPED = bytes((*range(0x20), 0x22, 0x5C))


def _same(document: bytes) -> bytes:
    return document


def _write(text: str, escaped: bytes = _ESCAPED) -> bytes:
    """Looks for what is to be escaped after encoding: all of that is ASCII, each one byte that nothing else has, and
    `translate` goes through bytes by a table.
    """
    data = text.encode()
    data.translate(None, escaped)
    return data


class LimitTrial:
    """What `slice`, `dump` and `memory` need, as in trial.py; a limit is never given documents that it hasn't seen."""

    version = VERSION

    def __init__(self, job: Job, natural: Natural) -> None:
        limit = job.words["serializer"]
        run: Callable[[Any], Any]
        read: Callable[[DocumentSet], list[Any]]
        suffix = "-input"
        if limit == "limit-no-op":
            results, run, read = "trees", _same, _frames
        elif limit == "limit-copy":
            # A copy of `bytes` that isn't the same object: Python has none that is quicker.
            results, run, read = "lengths", bytearray, _frames
        elif limit == "limit-write":
            results, run, read = "lengths", _write, _texts
        elif limit == "limit-walk":
            results, run, read, suffix = "counts", compile_walk(natural), _objects(natural), ""
        else:
            raise Unavailable(f"there is no limit {limit}")
        self._inputs = {name: read(job.sets[name + suffix]) for name in ("documents", "hard")}
        self._has_outputs = results == "lengths"
        self._run = run
        self.loop = TimedLoop(results, run, self._inputs["documents"])

    def fresh(self, file: DocumentSet) -> Times:
        raise Unavailable("a limit is given no fresh documents")

    def dump(self, which: str, path: str) -> int:
        """How many outputs; 0 for a limit that puts nothing out."""
        results: list[Any] = [self._run(document) for document in self._inputs[which]]
        write_frames(path, results if self._has_outputs else [])
        return len(results) if self._has_outputs else 0


def _objects(natural: Natural) -> Callable[[DocumentSet], list[Any]]:
    fixtures = fixture_reader(natural)
    return lambda file: fixtures(file.path, file.count)


def _frames(file: DocumentSet) -> list[Any]:
    return list(read_frames(file.path, file.count))


def _texts(file: DocumentSet) -> list[Any]:
    return [frame.decode() for frame in read_frames(file.path, file.count)]
