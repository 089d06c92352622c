"""Writes known-answers.json, which the tests of src/stats are held against.

Needs NumPy and SciPy (`pip install numpy scipy`); run it in this folder:

    python3 known-answers.py > known-answers.json && npx biome format --write known-answers.json

Every figure comes from those packages. The signed-rank interval has no function of its own in SciPy; it is found by
turning its exact test round: the interval holds just the centres that the test doesn't reject. That needs neither the
formula nor the distribution that src/stats uses.
"""

import json
import platform

import numpy
import scipy
from scipy import stats

random = numpy.random.default_rng(20250101)


def numbers(array):
    return [float(x) for x in array]


def walsh_averages(x):
    return sorted((x[i] + x[j]) / 2 for i in range(len(x)) for j in range(i, len(x)))


def interval(x, confidence):
    """The centres between Walsh averages that `wilcoxon` accepts, or the widest interval when it accepts all."""
    averages = walsh_averages(x)
    gaps = [
        (low, high, stats.wilcoxon(x - (low + high) / 2, method="exact").pvalue)
        for low, high in zip(averages, averages[1:])
        if high > low
    ]
    outside = [p for _, _, p in gaps if p <= 1 - confidence]
    inside = [(low, high) for low, high, p in gaps if p > 1 - confidence]
    # Beyond the smallest and the largest Walsh average, the test's p-value is the smallest there is.
    beyond = stats.wilcoxon(x - (averages[0] - 1), method="exact").pvalue
    return {
        "values": numbers(x),
        "wanted": confidence,
        "low": float(inside[0][0]),
        "high": float(inside[-1][1]),
        "confidence": float(1 - max(outside + [beyond])),
        "estimate": float(numpy.median(averages)),
    }


def sample(x):
    return {
        "values": numbers(x),
        "mean": float(numpy.mean(x)),
        "median": float(numpy.median(x)),
        "standardDeviation": float(numpy.std(x, ddof=1)),
        "quantiles": [[q, float(numpy.quantile(x, q))] for q in (0, 0.05, 0.25, 0.5, 0.9, 0.99, 1)],
    }


def correlation(x, y):
    rho = float(stats.spearmanr(x, y).statistic)
    return {"xs": numbers(x), "ys": numbers(y), "rho": rho, "tau": float(stats.kendalltau(x, y).statistic)}


def t_interval(x, confidence):
    low, high = stats.t.interval(confidence, len(x) - 1, loc=numpy.mean(x), scale=stats.sem(x))
    return {"values": numbers(x), "confidence": confidence, "low": float(low), "high": float(high)}


def holm(p):
    # SciPy has no Holm; this is the definition by closed testing: the adjusted value of a hypothesis is the largest
    # Bonferroni value of any set of hypotheses that contains it.
    adjusted = []
    for i in range(len(p)):
        sets = (set(j for j in range(len(p)) if bits >> j & 1) for bits in range(1 << len(p)))
        adjusted.append(min(1.0, max(len(s) * min(p[j] for j in s) for s in sets if i in s)))
    return {"values": numbers(p), "adjusted": numbers(adjusted)}


def line(bytes, ns):
    # Times err by a share of themselves; polyfit's weights are those of the residuals, not of their squares.
    slope, intercept = numpy.polyfit(bytes, ns, 1, w=1 / ns)
    return {"bytes": numbers(bytes), "ns": numbers(ns), "fixed": float(intercept), "perByte": float(slope)}


def scaling(bytes, times, confidence=0.95):
    """A line for each round that all sizes have; `times` is a list of rounds for each size."""
    rounds = min(len(of_size) for of_size in times)
    whole = numpy.array([of_size[:rounds] for of_size in times])
    slopes, intercepts = numpy.array([numpy.polyfit(bytes, ns, 1, w=1 / ns) for ns in whole.T]).T
    centres = [numpy.median(walsh_averages(x)) for x in (intercepts, slopes, *whole)]
    predicted = numpy.polyval([centres[1], centres[0]], bytes)

    def centre(x):
        # wilcoxon's exact test needs two rounds; below that there is no interval.
        found = interval(x, confidence) if rounds > 1 else None
        ends = found and {key: found[key] for key in ("low", "high", "confidence")}
        return {"estimate": float(numpy.median(walsh_averages(x))), "interval": ends}

    return {
        "bytes": numbers(bytes),
        "times": [numbers(of_size) for of_size in times],
        "fixed": centre(intercepts),
        "perByte": centre(slopes),
        "rounds": rounds,
        "misfit": float(numpy.max(numpy.abs(predicted / numpy.array(centres[2:]) - 1))) if len(bytes) > 2 else None,
    }


def noisy(bytes, fixed, per_byte, rounds, noise):
    exact = fixed + per_byte * numpy.asarray(bytes, dtype=float)
    return [t * numpy.exp(random.normal(0, noise, n)) for t, n in zip(exact, rounds)]


normal = [random.normal(0.01, 0.02, n) for n in (2, 3, 5, 6, 10, 12, 17, 25, 30)]
coarse = random.integers(1, 8, size=(2, 20)).astype(float)

print(
    json.dumps(
        {
            "made by": f"known-answers.py with SciPy {scipy.__version__}, NumPy {numpy.__version__}, "
            f"Python {platform.python_version()}",
            "samples": [sample(x) for x in (*normal[1:6], numpy.array([3.0, 3.0, 3.0, 9.0]))],
            "intervals": [interval(x, c) for x in normal for c in (0.95, 0.99)],
            "holm": [holm(numpy.array(p)) for p in ([0.01, 0.04, 0.03, 0.005], [0.5, 0.6], [0.02, 0.02, 0.9, 0.001, 0.03])],
            "studentCritical": [
                [c, n, float(stats.t.ppf((1 + c) / 2, n))]
                for c in (0.5, 0.95, 0.99, 0.999)
                for n in (0.7, 1, 2, 3, 3.5, 4, 9, 10, 17.25, 24, 119, 1000)
            ],
            "studentIntervals": [t_interval(x, c) for x in normal[2:5] for c in (0.95, 0.999)],
            "correlations": [
                correlation(normal[5], random.permutation(normal[5])),
                correlation(normal[8], normal[8] + random.normal(0, 0.02, 30)),
                correlation(*coarse),
                correlation(numpy.arange(5.0), -numpy.arange(5.0) ** 3),
            ],
            "lines": [
                line(numpy.array(b, dtype=float), numpy.array(ns, dtype=float))
                for b, ns in (
                    ([498, 49_800], [1446, 128_000]),
                    ([498, 996, 49_800], [1446, 2690, 128_000]),
                    # Dearer by the byte when small: the line goes below 0.
                    ([100, 1000], [500, 8000]),
                    # Far from a line, out of order, and one size twice.
                    ([50_000, 100, 5000, 100], [90_000, 900, 40_000, 1100]),
                )
            ],
            "scaling": [
                scaling(numpy.array(b, dtype=float), times)
                for b, times in (
                    ([498, 49_800], noisy([498, 49_800], 200, 2.5, (10, 10), 0.02)),
                    ([498, 996, 49_800], noisy([498, 996, 49_800], 200, 2.5, (10, 10, 10), 0.02)),
                    # Without noise, and off the line.
                    ([100, 1000, 10_000], [numpy.array([t] * 3) * (1, 1.1, 1.3) for t in (1000.0, 2000.0, 90_000.0)]),
                    # Rounds that only some sizes have are left out.
                    ([161_204, 498, 20_000], noisy([161_204, 498, 20_000], -50, 1.25, (12, 6, 9), 0.05)),
                    ([498, 996, 49_800], noisy([498, 996, 49_800], 200, 2.5, (1, 1, 1), 0.02)),
                )
            ],
        },
        indent=1,
    )
)
