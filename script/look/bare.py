"""A row of Python in the barest loop of the language. Arguments: the folder of the build, a file with the job, one with the set. Prints ns
an operation, for each of some slices.
"""

import sys
from time import perf_counter_ns

build, job_file, documents = sys.argv[1:4]
sys.path.insert(0, build)

from kit.job import read_job  # noqa: E402
from kit.lines import line_reader  # noqa: E402
from kit.model import read_model  # noqa: E402
from kit.natural import Natural  # noqa: E402
from kit.task import prepare_task  # noqa: E402

with open(job_file, "rb") as file:
    job = read_job(line_reader(file))
assert job is not None
task = prepare_task(job, Natural(read_model(job.words["model"])))
run = task.run
inputs = task.read(documents)
inputs = inputs * max(1, 4096 // len(inputs))


def rotations(times: int) -> float:
    start = perf_counter_ns()
    for _ in range(times):
        for document in inputs:
            run(document)
    return (perf_counter_ns() - start) / times / len(inputs)


times = 1
while rotations(times) * times * len(inputs) < 10e6:
    times *= 2
for _ in range(60):
    rotations(times)
print(*(rotations(times) for _ in range(40)))
