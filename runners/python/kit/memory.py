"""`memory` of docs/PROTOCOL.md: what operations allocate, as far as Python can tell.

CPython counts what is in use, not what was allocated: a block that is given back is forgotten. `tracemalloc` and
`sys.getallocatedblocks` see nothing of an operation that allocates a megabyte ten times and keeps none; and neither sees what
extensions allocate for themselves. So there is no figure for that, and only the collector's runs are counted.
"""

import gc

from .loop import TimedLoop

_REASON = "CPython counts what is in use, not what was allocated"


def measure_memory(loop: TimedLoop, ops: int) -> list[tuple[str, str]]:
    """Lines of the reply. Raises Failed when an operation raises."""
    before = [generation["collections"] for generation in gc.get_stats()]
    loop.slice(ops, 0)
    after = [generation["collections"] for generation in gc.get_stats()]
    counts = [("collections", f"gen{i} {end - before[i]}") for i, end in enumerate(after)]
    return [("unknown", f"allocated {_REASON}"), *counts, ("memory", str(ops))]
