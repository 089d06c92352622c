"""Writes noise-answers.json, which the tests of script/goals/welch.ts and script/goals/summary.ts are compared with.

Needs NumPy and SciPy (`pip install numpy scipy`); run it in this folder:

    python3 noise-answers.py > noise-answers.json && npx biome format --write noise-answers.json

Every figure comes from those packages.
"""

import json
import platform

import numpy
import scipy
from scipy import stats

random = numpy.random.default_rng(20250601)

def numbers(array):
    return [float(x) for x in array]

def wilson(count, of):
    interval = stats.binomtest(count, of).proportion_ci(0.95, method="wilson")
    return {"count": count, "of": of, "low": float(interval.low), "high": float(interval.high)}

def welch(a, b):
    result = stats.ttest_ind(a, b, equal_var=False)
    return {
        "a": numbers(a),
        "b": numbers(b),
        "t": float(result.statistic),
        "degrees": float(result.df),
        "p": float(result.pvalue),
    }

def spread(x):
    return {"ratios": numbers(x), "cv": float(stats.variation(x, ddof=1))}

answers = {
    "wilson": [
        wilson(count, of)
        for count, of in ((0, 1), (1, 1), (0, 46), (1, 9), (5, 10), (14, 200), (53, 100), (200, 200))
    ],
    "welch": [
        welch(random.normal(1, s, n), random.normal(1 + d, u, m))
        for n, s, m, u, d in (
            (2, 0.1, 2, 0.1, 0.05),
            (3, 0.1, 5, 0.5, 0),
            (5, 0.01, 40, 0.2, 0.01),
            (12, 0.1, 12, 0.1, 0.1),
            (12, 0.001, 12, 0.001, 0.01),
        )
    ],
    "spreads": [spread(random.normal(1, s, n)) for s, n in ((0.01, 2), (0.1, 9))],
}
# One answer a line.
lists = [
    f' "{name}": [\n' + ",\n".join(f"  {json.dumps(one)}" for one in known) + "\n ]" for name, known in answers.items()
]
made = (
    f"noise-answers.py with SciPy {scipy.__version__}, NumPy {numpy.__version__}, Python {platform.python_version()}"
)
print("{\n" + ",\n".join([f' "made by": {json.dumps(made)}', *lists]) + "\n}")
