"""Writes known-answers.json, the expected figures of the tests of src/stats.

Needs NumPy and SciPy (`pip install numpy scipy`); run it in this folder:

    python3 known-answers.py > known-answers.json && npx biome format --write known-answers.json

Every figure comes from these packages. SciPy has no signed-rank interval: it is the range of centres that SciPy's exact
test accepts.
"""

import json
import platform

import numpy
import scipy
from scipy import stats

random = numpy.random.default_rng(20250101)
drawn = [random.normal(0.01, 0.02, n) for n in (2, 3, 5, 6, 12, 30)]
of_runs = numpy.random.default_rng(20250620)


def numbers(array):
    return [float(x) for x in array]


def walsh_averages(x):
    return sorted((x[i] + x[j]) / 2 for i in range(len(x)) for j in range(i, len(x)))


def interval(x, confidence):
    """The centres between Walsh averages that `wilcoxon` accepts; if it accepts all, the widest interval."""
    averages = walsh_averages(x)
    gaps = [
        (low, high, stats.wilcoxon(x - (low + high) / 2, method="exact").pvalue)
        for low, high in zip(averages, averages[1:])
        if high > low
    ]
    outside = [p for _, _, p in gaps if p <= 1 - confidence]
    inside = [(low, high) for low, high, p in gaps if p > 1 - confidence]
    # The smallest p-value is that beyond the smallest and the largest Walsh average.
    beyond = stats.wilcoxon(x - (averages[0] - 1), method="exact").pvalue
    return [confidence, *numbers([inside[0][0], inside[-1][1], 1 - max(outside + [beyond])])]


def t_interval(x, confidence):
    return [confidence, *numbers(stats.t.interval(confidence, len(x) - 1, loc=numpy.mean(x), scale=stats.sem(x)))]


def sample(x):
    return {
        "values": numbers(x),
        "moments": numbers([numpy.mean(x), numpy.std(x, ddof=1)]),
        "quantiles": numbers(numpy.quantile(x, QUANTILES)),
        "pseudoMedian": float(numpy.median(walsh_averages(x))),
        "signedRank": [interval(x, confidence) for confidence in (0.95, 0.99)],
        "student": [t_interval(x, confidence) for confidence in (0.95, 0.999)],
    }


def welch(before, after):
    """Welch's test and its interval, and the difference of pseudo-medians, which estimates a change."""
    test = stats.ttest_ind(after, before, equal_var=False)
    interval = test.confidence_interval(0.95)
    return {
        "before": numbers(before),
        "after": numbers(after),
        "mean": float(numpy.mean(after) - numpy.mean(before)),
        "p": float(test.pvalue),
        "low": float(interval.low),
        "high": float(interval.high),
        "shift": float(numpy.median(walsh_averages(after)) - numpy.median(walsh_averages(before))),
    }


def holm(p):
    # By closed testing: the largest Bonferroni value of any set of hypotheses that contains this one.
    adjusted = []
    for i in range(len(p)):
        sets = (set(j for j in range(len(p)) if bits >> j & 1) for bits in range(1 << len(p)))
        adjusted.append(min(1.0, max(len(s) * min(p[j] for j in s) for s in sets if i in s)))
    return {"values": numbers(p), "adjusted": numbers(adjusted)}


QUANTILES = (0, 0.05, 0.25, 0.5, 0.9, 0.99, 1)
DEGREES = (0.7, 1, 2, 3, 3.5, 4, 9, 10, 17.25, 24, 119, 1000)

print(
    json.dumps(
        {
            "made by": f"known-answers.py with SciPy {scipy.__version__}, NumPy {numpy.__version__}, "
            f"Python {platform.python_version()}",
            "quantiles": QUANTILES,
            "samples": [sample(x) for x in drawn if len(x) not in (3, 6, 12)],
            "holm": [holm(numpy.array(p)) for p in ([0.01, 0.04, 0.03, 0.005], [0.5, 0.6], [0.02, 0.02, 0.9, 0.001, 0.03])],
            "degrees": DEGREES,
            "studentCritical": [
                {"confidence": c, "values": [float(stats.t.ppf((1 + c) / 2, n)) for n in DEGREES]}
                for c in (0.5, 0.95, 0.99, 0.999)
            ],
            "welch": [
                welch(of_runs.normal(0, a, n), of_runs.normal(0.03, b, m))
                for n, m, a, b in ((2, 3, 0.02, 0.02), (3, 3, 0.01, 0.05), (12, 10, 0.08, 0.02))
            ],
        },
        indent=1,
    )
)
