"""Writes two-runs-answers.json, which the tests of src/stats/two-runs.ts are held against.

Needs NumPy and SciPy (`pip install numpy scipy`); run it in this folder:

    python3 two-runs-answers.py > two-runs-answers.json && npx biome format --write two-runs-answers.json

Welch's test and its interval are SciPy's; its estimate is a difference of means. What a change is estimated by is the
difference of the two runs' pseudo-medians, from NumPy's medians of all pairwise means.
"""

import json
import platform

import numpy
import scipy
from scipy import stats

random = numpy.random.default_rng(20250620)


def numbers(array):
    return [float(x) for x in array]


def pseudo_median(x):
    return numpy.median([(x[i] + x[j]) / 2 for i in range(len(x)) for j in range(i, len(x))])


def answer(before, after):
    welch = stats.ttest_ind(after, before, equal_var=False)
    interval = welch.confidence_interval(0.95)
    return {
        "before": numbers(before),
        "after": numbers(after),
        "mean": float(numpy.mean(after) - numpy.mean(before)),
        "p": float(welch.pvalue),
        "low": float(interval.low),
        "high": float(interval.high),
        "shift": float(pseudo_median(after) - pseudo_median(before)),
    }


print(
    json.dumps(
        {
            "made by": f"two-runs-answers.py with SciPy {scipy.__version__}, NumPy {numpy.__version__}, "
            f"Python {platform.python_version()}",
            "welch": [
                answer(random.normal(0, a, n), random.normal(0.03, b, m))
                for n, m, a, b in ((2, 3, 0.02, 0.02), (3, 3, 0.01, 0.05), (12, 10, 0.08, 0.02))
            ],
        },
        indent=1,
    )
)
