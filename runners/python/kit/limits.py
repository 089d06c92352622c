"""The limits of docs/PROTOCOL.md: minimal work such as copying the output, done in the fastest way known. Their times
are lower bounds for serializers. They run in the same loop as serializers.
"""

from functools import partial
from typing import Any

from .fixture_reader import read_fixture
from .frames import read_frames, read_texts
from .job import Job
from .natural import Natural
from .task import Task
from .walk import compile_walk

VERSION = "1"
_ESCAPED = bytes((*range(0x20), 0x22, 0x5C))


def _same(document: bytes) -> bytes:
    return document


def _write(text: str, escaped: bytes = _ESCAPED) -> bytes:
    """Encodes a text and looks for bytes that JSON escapes: `translate` makes a copy without them, which is dropped. In
    UTF-8, only the characters that JSON escapes have these bytes.
    """
    data = text.encode()
    data.translate(None, escaped)
    return data


def _frames(results: list[Any]) -> list[bytes]:
    return [bytes(result) for result in results]


def limit_task(job: Job, natural: Natural) -> Task | None:
    """Returns the task of a limit; None for a serializer, whose id never begins with "limit-"."""
    match job.words["serializer"]:
        case "limit-no-op":
            return Task(VERSION, read_frames, _same, _frames)
        case "limit-copy":
            # The fastest way to copy: `bytes` would return the same object.
            return Task(VERSION, read_frames, bytearray, _frames)
        case "limit-write":
            return Task(VERSION, read_texts, _write, _frames)
        case "limit-walk":
            read = partial(read_fixture, natural=natural, classes=natural.records)
            return Task(VERSION, read, compile_walk(natural), None)
    return None
