"""What the variants of runner.toml change: the collector of cycles. No row may change it."""

import os
from gc import collect, disable, freeze, get_freeze_count, get_threshold, isenabled

from .errors import Refusal

_CHOICE = os.environ.get("WIREMARK_PYTHON_COLLECTOR")
_DEFAULTS = (get_threshold(), get_freeze_count())


def settle_collector() -> None:
    """For what was loaded and the inputs. Where the collector is off, the loop calls it before each slice."""
    if _CHOICE in ("frozen", "off"):
        collect()
        freeze()
    if _CHOICE == "off":
        disable()


def check_collector() -> None:
    """Raises Refusal after a slice in which it wasn't as the variant has it."""
    frozen = get_freeze_count() if not _CHOICE else _DEFAULTS[1]
    if isenabled() == (_CHOICE == "off") or (get_threshold(), frozen) != _DEFAULTS:
        raise Refusal("the row changes Python's collector: that is the program's choice")
