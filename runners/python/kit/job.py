"""The job: what is to be run, see "The job" in docs/PROTOCOL.md."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .errors import Refusal

_PLAIN = frozenset(("serializer", "format", "output", "dataset", "size", "task", "schema", "model"))
_SETS = frozenset(("documents", "hard", "documents-input", "hard-input"))
_NEEDED = ("serializer", "format", "output", "task", "schema", "model", "documents", "hard")
_VALUES = {"output": ("text", "bytes"), "task": ("serialize", "deserialize", "to-tree", "parse-tree")}


@dataclass(frozen=True, slots=True)
class DocumentSet:
    count: int
    path: str


@dataclass(slots=True)
class Job:
    """`words` by key, `sets` of documents by name, `artifacts` their paths by kind."""

    words: dict[str, str] = field(default_factory=dict)
    sets: dict[str, DocumentSet] = field(default_factory=dict)
    artifacts: dict[str, str] = field(default_factory=dict)

    @property
    def reads_documents(self) -> bool:
        """Whether its task takes finished documents."""
        return self.words["task"] in ("deserialize", "parse-tree")

    @property
    def is_limit(self) -> bool:
        return self.words["serializer"].startswith("limit-")


def read_job(next_line: Callable[[], tuple[str, str] | None]) -> Job | None:
    """Reads up to and with `load`; None when the input ended before."""
    first = next_line()
    if first is None:
        return None
    if first != ("wiremark", "3"):
        raise Refusal(f'expected "wiremark 3" first, found "{" ".join(first)}"')
    job = Job()
    while (line := next_line()) is not None:
        if line[0] == "load":
            _check(job)
            return job
        _take(job, *line)
    return None


def _take(job: Job, key: str, value: str) -> None:
    if key == "artifact":
        kind, path = split(key, value)
        job.artifacts[kind] = path
    elif key in job.words or key in job.sets:
        raise Refusal(f'the job has "{key}" twice')
    elif key in _PLAIN:
        job.words[key] = value
    elif key in _SETS:
        job.sets[key] = parse_set(key, value)


def split(key: str, value: str) -> tuple[str, str]:
    first, space, rest = value.partition(" ")
    if first == "" or space == "":
        raise Refusal(f'"{key}" needs two values, found "{value}"')
    return first, rest


def parse_set(key: str, value: str) -> DocumentSet:
    """A number of documents and the path of their file."""
    count, path = split(key, value)
    return DocumentSet(parse_count(count), path)


def parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Refusal(f'expected a decimal number, found "{text}"')
    return int(text)


def _check(job: Job) -> None:
    for key in _NEEDED:
        if key not in job.words and key not in job.sets:
            raise Refusal(f'the job has no "{key}"')
    for key in ("documents-input", "hard-input") if job.reads_documents or job.is_limit else ():
        if key not in job.sets:
            raise Refusal(f'the job has no "{key}"')
    for key, values in _VALUES.items():
        if job.words[key] not in values:
            raise Refusal(f'unknown {key} "{job.words[key]}"')
