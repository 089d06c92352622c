"""Writes two-runs-answers.json, which the tests of src/stats/rank-sum.ts and src/stats/two-runs.ts are held against.

Needs NumPy and SciPy (`pip install numpy scipy`); run it in this folder:

    python3 two-runs-answers.py > two-runs-answers.json && npx biome format --write two-runs-answers.json

The p-values are SciPy's: mannwhitneyu where nothing is tied or the samples are large, else permutation_test over all
ways to deal the ranks out. Estimates are NumPy's medians of all differences. An interval is found from the test alone,
by trying shifts between any two neighbouring differences: it holds those that the exact test doesn't reject at 5 %.
"""

import json
import platform

import numpy
import scipy
from scipy import stats

random = numpy.random.default_rng(20250620)


def numbers(array):
    return [float(x) for x in array]


def rank_sum(x, y, axis):
    ranks = stats.rankdata(numpy.concatenate([x, y], axis=axis), axis=axis)
    return ranks[..., : x.shape[axis]].sum(axis=axis)


def p_value(before, after):
    n, m = len(before), len(after)
    if max(n, m) > 50:
        return stats.mannwhitneyu(after, before, method="asymptotic", use_continuity=True).pvalue
    if len(set(before) | set(after)) == n + m:
        return stats.mannwhitneyu(after, before, method="exact").pvalue
    return stats.permutation_test(
        (after, before), rank_sum, permutation_type="independent", n_resamples=numpy.inf, vectorized=True
    ).pvalue


def interval(before, after):
    differences = numpy.sort(numpy.subtract.outer(after, before).ravel())
    between = (differences[1:] + differences[:-1]) / 2
    kept = [i for i, shift in enumerate(between) if p_value(before, after - shift) > 0.05]
    low, high = differences[kept[0]], differences[kept[-1] + 1]
    # Its confidence: what a shift just outside of it is rejected at.
    outside = between[kept[0] - 1] if kept[0] > 0 else differences[0] - 1
    return {"low": float(low), "high": float(high), "confidence": float(1 - p_value(before, after - outside))}


def answer(before, after, with_interval=True):
    found = {
        "before": numbers(before),
        "after": numbers(after),
        "shift": float(numpy.median(numpy.subtract.outer(after, before))),
        "p": float(p_value(before, after)),
    }
    return {**found, "interval": interval(before, after)} if with_interval else found


def drawn(n, m, shift, spread=0.02):
    return random.normal(0, 0.02, n), random.normal(shift, spread, m)


print(
    json.dumps(
        {
            "made by": f"two-runs-answers.py with SciPy {scipy.__version__}, NumPy {numpy.__version__}, "
            f"Python {platform.python_version()}",
            "exact": [
                answer(*drawn(n, m, shift))
                for n, m, shift in (
                    (4, 4, 0.03),
                    (5, 7, 0),
                    (10, 10, 0),
                    (10, 10, 0.05),
                    (10, 30, 0.01),
                    (17, 12, -0.02),
                    (30, 30, 0.004),
                )
            ],
            "tied": [
                answer(numpy.array(before, float), numpy.array(after, float), with_interval=False)
                for before, after in (
                    ([1, 2, 3], [3, 4, 5]),
                    ([1, 1, 2, 2, 3], [2, 3, 3, 4]),
                    ([5, 5, 5], [5, 5, 5]),
                    ([0, 1, 1, 1, 4, 7, 7], [1, 1, 2, 7, 8, 8, 9]),
                )
            ],
            "large": [
                answer(*(numpy.round(x, digits) for x in drawn(n, m, shift)), with_interval=False)
                for n, m, shift, digits in ((60, 51, 0.004, 17), (51, 80, 0.02, 17), (70, 70, 0.003, 2))
            ],
        },
        indent=1,
    )
)
