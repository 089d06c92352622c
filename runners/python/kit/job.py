"""The job: what is to be run, see "The job" in docs/PROTOCOL.md."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .errors import Refusal


@dataclass(slots=True)
class Job:
    """`words` by key, `artifacts` their paths by kind."""

    words: dict[str, str] = field(default_factory=dict)
    artifacts: dict[str, str] = field(default_factory=dict)

    @property
    def reads_documents(self) -> bool:
        """Whether its task takes finished documents."""
        return self.words["task"] in ("deserialize", "parse-tree")


def read_job(next_line: Callable[[], tuple[str, str] | None]) -> Job | None:
    """Reads up to and with `load`; None when the input ended before."""
    first = next_line()
    if first is None:
        return None
    if first != ("wiremark", "4"):
        raise Refusal(f'expected "wiremark 4" first, found "{" ".join(first)}"')
    job = Job()
    while (line := next_line()) is not None:
        key, value = line
        if key == "load":
            return job
        if key == "artifact":
            kind, _, path = value.partition(" ")
            job.artifacts[kind] = path
        else:
            job.words[key] = value
    return None
