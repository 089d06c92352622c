"""Reads the job, loads a serializer, then executes commands until `end` or the end of the input (docs/PROTOCOL.md)."""

import os
import sys
import traceback
from collections.abc import Callable
from sys import implementation, version_info

from .errors import Failed, Refusal
from .job import read_job
from .limits import limit_task
from .lines import line_reader, line_writer
from .model import read_model
from .natural import Natural
from .task import prepare_task
from .trial import Trial

Write = Callable[[str, str], None]


def main() -> None:
    write = line_writer(_guarded_output())
    next_line = line_reader(sys.stdin.buffer)
    try:
        job = read_job(next_line)
        if job is not None:
            natural = Natural(read_model(job.words["model"]))
            task = limit_task(job, natural) or prepare_task(job, natural)
            _greet(write, task.version)
            trial = Trial(task)
            commands = {"set": trial.set, "slice": trial.slice, "kept": trial.kept, "memory": trial.memory}
            while (line := next_line()) is not None and line[0] != "end":
                key, value = line
                try:
                    replies = commands[key](value)
                except Failed as failed:
                    replies = [("failed", f"{failed.operation} {failed}")]
                for reply in replies:
                    write(*reply)
            if line is not None:
                write("bye", "")
    except BaseException as error:
        _refuse(write, error)
        sys.exit(1)


def _guarded_output() -> int:
    """Returns a duplicate of standard output for the protocol. Output of libraries goes to standard error."""
    output = os.dup(1)
    os.dup2(2, 1)
    return output


def _greet(write: Write, version: str) -> None:
    write("wiremark", "4")
    name = implementation.name
    known = {"cpython": "CPython", "pypy": "PyPy"}.get(name, name)
    write("runtime", f"python {known} {'.'.join(map(str, version_info[:3]))}")
    write("version", version)
    write("ready", "")


def _refuse(write: Write, error: BaseException) -> None:
    if isinstance(error, Refusal):
        reason = f"{error.kind} {error}"
    else:
        traceback.print_exception(error)
        reason = f"crash {type(error).__name__}: {error}"
    try:
        write("error", reason)
    except BrokenPipeError:
        traceback.print_exc()
