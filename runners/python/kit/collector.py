"""Checks and applies settings of Python's cycle collector. A [[variant]] of runner.toml may change them, a serializer must
not.
"""

import os
from gc import collect, disable, freeze, get_threshold, isenabled, unfreeze

from .errors import Refusal

_CHOICE = os.environ.get("WIREMARK_PYTHON_COLLECTOR")
_IS_OFF = _CHOICE == "off"
_THRESHOLD = get_threshold()
if _IS_OFF:
    disable()


def check_collector() -> None:
    """Raises Refusal if the serializer has changed the collector's settings. If the variant turned the collector off,
    collects garbage.
    """
    if isenabled() is _IS_OFF or get_threshold() != _THRESHOLD:
        raise Refusal("the row changes Python's collector: that is the program's choice")
    if _IS_OFF:
        collect()


def settle_collector() -> None:
    """Moves all objects, such as the inputs, to the oldest generation without a collection. In variants with a collector
    setting, moves them to the permanent generation instead, which is never collected.
    """
    freeze()
    if not _CHOICE:
        unfreeze()
