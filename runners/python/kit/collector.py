"""Python's collector of cycles works while the clock runs alone: what it frees may have a finalizer, which would do a row's work at any
other time. What the variants of runner.toml change of it, and no row may.
"""

import os
from gc import collect, disable, enable, freeze, get_freeze_count, get_threshold, unfreeze

from .errors import Refusal

_CHOICE = os.environ.get("WIREMARK_PYTHON_COLLECTOR")
_DEFAULTS = (get_threshold(), get_freeze_count())
begin_collecting = disable if _CHOICE == "off" else enable


def rest_collector(is_right: bool) -> None:
    """Once the row is loaded, and after each slice. Raises Refusal unless it was on or off as it should be, and all else as it was."""
    if not is_right or (get_threshold(), _DEFAULTS[1] if _CHOICE else get_freeze_count()) != _DEFAULTS:
        raise Refusal("the row changes Python's collector: that is the program's choice")
    disable()
    if begin_collecting is disable:
        collect()


def settle_collector() -> None:
    """Has inputs seen as what has been there for long, without a search, or never again."""
    freeze()
    if not _CHOICE:
        unfreeze()
