"""The limits of docs/PROTOCOL.md: bounds that serializers are measured against in the same loop, each the quickest way known."""

from functools import partial
from typing import Any

from .fixture_reader import read_fixture
from .frames import read_frames, read_texts
from .job import Job
from .natural import Natural
from .task import Task
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


def _frames(results: list[Any]) -> list[bytes]:
    return [bytes(result) for result in results]


def limit_task(job: Job, natural: Natural) -> Task | None:
    """None for a row: no id of one begins with "limit-"."""
    match job.words["serializer"]:
        case "limit-no-op":
            return Task(VERSION, read_frames, _same, _frames)
        case "limit-copy":
            # A copy of `bytes` that isn't the same object: Python has none that is quicker.
            return Task(VERSION, read_frames, bytearray, _frames)
        case "limit-write":
            return Task(VERSION, read_texts, _write, _frames)
        case "limit-walk":
            read = partial(read_fixture, natural=natural, classes=natural.records)
            return Task(VERSION, read, compile_walk(natural), None)
    return None
