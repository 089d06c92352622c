"""Times a serializer alternately in a minimal Python loop and in the kit's loop. Arguments: the folder of the build, a file
with the lines of the job (docs/PROTOCOL.md, "The job"), a file with documents, and their number. Prints 60 lines with the ns
per operation of the minimal loop and of the kit's.
"""

import sys
from time import perf_counter_ns

build, job_file, documents, count = sys.argv[1:5]
sys.path.insert(0, build)

from kit.job import read_job  # noqa: E402
from kit.lines import line_reader  # noqa: E402
from kit.model import read_model  # noqa: E402
from kit.natural import Natural  # noqa: E402
from kit.task import prepare_task  # noqa: E402
from kit.trial import Trial  # noqa: E402

with open(job_file, "rb") as file:
    job = read_job(line_reader(file))
assert job is not None
natural = Natural(read_model(job.words["model"]))
task = prepare_task(job, natural)
run = task.run
trial = Trial(task)
trial.set(f"{count} {documents}")
# Both loops use the same objects: copies would have other addresses in memory, which affects times.
assert trial._loop is not None
inputs = trial._loop._inputs


def bare(times: int) -> float:
    start = perf_counter_ns()
    for _ in range(times):
        for document in inputs:
            run(document)
    end = perf_counter_ns()
    return (end - start) / times / len(inputs)


def kit(times: int) -> float:
    ops = times * len(inputs)
    ((_, reply),) = trial.slice(f"{ops} 1")
    return int(reply.split()[1]) / ops


times = 1
while bare(times) * times * len(inputs) < 10e6:
    times *= 2
for turn in range(-10, 60):
    if turn % 2:
        lone, ours = bare(times), kit(times)
    else:
        ours, lone = kit(times), bare(times)
    if turn >= 0:
        print(lone, ours)
