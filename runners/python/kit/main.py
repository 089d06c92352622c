"""A runner process of Python: reads the job, loads one serializer, then does what it is told until its input ends. The protocol is in
docs/PROTOCOL.md.
"""

import gc
import os
import sys
import traceback
from collections.abc import Callable

from .errors import Refusal
from .job import parse_count, parse_set, read_job, split
from .lines import line_reader, line_writer
from .memory import measure_memory
from .trial import AnyTrial, prepare_trial

Write = Callable[[str, str], None]


def main() -> None:
    """Ends the process."""
    write = line_writer(_guarded_output())
    next_line = line_reader(sys.stdin.buffer)
    try:
        job = read_job(next_line)
        if job is not None:
            trial = prepare_trial(job)
            _set_collector(os.environ.get("WIREMARK_PYTHON_COLLECTOR"))
            _greet(write, trial)
            while (line := next_line()) is not None and line[0] != "end":
                _obey(write, trial, *line)
            if line is not None:
                write("bye", "")
    except BaseException as error:
        _refuse(write, error)
        sys.exit(1)


def _guarded_output() -> int:
    """A descriptor of standard output that is ours alone: whatever libraries print goes to standard error."""
    output = os.dup(1)
    os.dup2(2, 1)
    return output


def _set_collector(choice: str | None) -> None:
    """What the variants of runner.toml change. Where the collector is off, the loop calls it before each slice."""
    if choice in ("frozen", "off"):
        gc.collect()
        gc.freeze()
    if choice == "off":
        gc.disable()


def _greet(write: Write, trial: AnyTrial) -> None:
    write("wiremark", "3")
    implementation = {"cpython": "CPython", "pypy": "PyPy"}.get(
        sys.implementation.name, sys.implementation.name
    )
    write("runtime", f"python {implementation} {'.'.join(map(str, sys.version_info[:3]))}")
    write("version", trial.version)
    write("ready", "")


def _obey(write: Write, trial: AnyTrial, key: str, value: str) -> None:
    if key == "slice":
        ops, seed = map(parse_count, split(key, value))
        times, checksum = trial.loop.slice(ops, seed)
        write("slice", f"{ops} {times.ns} {times.cpu_ns} {checksum}")
    elif key == "fresh":
        file = parse_set(key, value)
        times = trial.fresh(file)
        write("fresh", f"{file.count} {times.ns} {times.cpu_ns}")
    elif key == "dump":
        which, path = split(key, value)
        if which not in ("documents", "hard", "fresh"):
            raise Refusal(f'dump needs a set and a path, found "{value}"')
        write("dumped", f"{which} {trial.dump(which, path)}")
    elif key == "memory":
        for name, told in measure_memory(trial.loop, parse_count(value)):
            write(name, told)
    else:
        raise Refusal(f'unknown command "{key}"')


def _refuse(write: Write, error: BaseException) -> None:
    """Says why on both outputs, the traceback for people on standard error."""
    if not isinstance(error, Refusal):
        traceback.print_exception(error)
    kind = error.kind if isinstance(error, Refusal) else "crash"
    message = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
    try:
        write("error", f"{kind} {message}")
    except BrokenPipeError:
        # Nobody listens any more: there is nothing left to say it to.
        traceback.print_exc()
