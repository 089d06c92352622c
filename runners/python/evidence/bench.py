"""Times one serializer and task with pyperf: the same function, objects and order of documents as in wiremark. Each of
pyperf's values is measured over complete passes through all documents; results are dropped. Prints the mean of each process
in seconds per operation, as a JSON list in one line.

Environment variables, which pyperf passes to its processes: CROSSCHECK_JOB is a file with the lines of wiremark's job
(docs/PROTOCOL.md, "The job"), CROSSCHECK_DOCUMENTS a file with documents, CROSSCHECK_BUILD the folder of the build,
CROSSCHECK_PYPERF the folder of pyperf.
"""

import json
import os
import sys
from statistics import fmean
from time import perf_counter

for folder in ("CROSSCHECK_PYPERF", "CROSSCHECK_BUILD"):
    sys.path.insert(0, os.environ[folder])

import pyperf  # noqa: E402

from kit.job import read_job  # noqa: E402
from kit.lines import line_reader  # noqa: E402
from kit.model import read_model  # noqa: E402
from kit.natural import Natural  # noqa: E402
from kit.task import prepare_task  # noqa: E402

with open(os.environ["CROSSCHECK_JOB"], "rb") as file:
    job = read_job(line_reader(file))
assert job is not None
natural = Natural(read_model(job.words["model"]))
task = prepare_task(job, natural)
run = task.run
documents = task.read(os.environ["CROSSCHECK_DOCUMENTS"])


def rotations(loops: int) -> float:
    start = perf_counter()
    for _ in range(loops):
        for document in documents:
            run(document)
    return perf_counter() - start


runner = pyperf.Runner()
found = runner.bench_time_func(job.words["serializer"], rotations, inner_loops=len(documents))
if not runner.args.worker:
    print(json.dumps([fmean(one.values) for one in found.get_runs() if one.values]))
