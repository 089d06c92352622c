"""Python's collector of cycles: what the variants of runner.toml change of it, and no row may."""

import os
from gc import collect, disable, freeze, get_threshold, isenabled, unfreeze

from .errors import Refusal

_CHOICE = os.environ.get("WIREMARK_PYTHON_COLLECTOR")
_IS_OFF = _CHOICE == "off"
_THRESHOLD = get_threshold()
if _IS_OFF:
    disable()


def check_collector() -> None:
    """Once the row is loaded, and after each slice. Raises Refusal where the row has changed it."""
    if isenabled() is _IS_OFF or get_threshold() != _THRESHOLD:
        raise Refusal("the row changes Python's collector: that is the program's choice")
    if _IS_OFF:
        collect()


def settle_collector() -> None:
    """Has inputs seen as what has been there for long, without a search, or never again."""
    freeze()
    if not _CHOICE:
        unfreeze()
