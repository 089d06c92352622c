"""Controls Python's cycle collector: variants in runner.toml change its settings; rows must not."""

import os
from gc import collect, disable, freeze, get_threshold, isenabled, unfreeze

from .errors import Refusal

_CHOICE = os.environ.get("WIREMARK_PYTHON_COLLECTOR")
_IS_OFF = _CHOICE == "off"
_THRESHOLD = get_threshold()
if _IS_OFF:
    disable()


def check_collector() -> None:
    """Raises Refusal if the row changed the collector; if it is off, collects. Called after loading the row and after each slice."""
    if isenabled() is _IS_OFF or get_threshold() != _THRESHOLD:
        raise Refusal("the row changes Python's collector: that is the program's choice")
    if _IS_OFF:
        collect()


def settle_collector() -> None:
    """Moves inputs to the oldest generation without a collection. In variants with a collector setting, no collection visits them."""
    freeze()
    if not _CHOICE:
        unfreeze()
