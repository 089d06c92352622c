"""Reads the job: lines that say which serializer to load for which task (docs/PROTOCOL.md, "The job")."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .errors import Refusal


@dataclass(slots=True)
class Job:
    words: dict[str, str] = field(default_factory=dict)
    artifacts: dict[str, str] = field(default_factory=dict)


def read_job(next_line: Callable[[], tuple[str, str] | None]) -> Job | None:
    """Reads lines up to `load`. Returns None if the input ends earlier. Raises Refusal if the first line isn't `wiremark 4`."""
    job = Job()
    while (line := next_line()) is not None:
        key, value = line
        if not job.words and line != ("wiremark", "4"):
            raise Refusal(f'expected "wiremark 4" first, found "{key} {value}"')
        if key == "load":
            return job
        if key == "artifact":
            kind, _, path = value.partition(" ")
            job.artifacts[kind] = path
        else:
            job.words[key] = value
    return None
