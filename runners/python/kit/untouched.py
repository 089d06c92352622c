"""Whether Python's functions and the kit's are those from before the row was loaded: a row that replaces one could do its work before
the clock starts, or after it has stopped.
"""

import builtins
import gc
import os
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from .errors import Refusal
from .natural import Natural
from .own_classes import HOOKS

# Names that do something wherever they are, and so mustn't be added to a class.
_ADDED = (*HOOKS, "__del__", "__getattribute__")
_current_frames = sys._current_frames
_WARNED = "__warningregistry__"


def watch(natural: Natural) -> Callable[[], None]:
    """What raises Refusal once one has been replaced. It takes a tenth of a millisecond."""
    kit = [module for name, module in sys.modules.items() if name.startswith("kit.")]
    classes = {one for module in kit for one in vars(module).values() if isinstance(one, type)}
    classes.update(natural.records.values(), natural.enums.values())
    # Python's own come first: by them the rest is looked at.
    seen = [
        (holder, vars(holder).get, [(name, vars(holder).get(name)) for name in (*vars(holder), *more)])
        for holders, more in (((builtins, gc, os, *kit), ()), (classes, _ADDED))
        for holder in holders
    ]
    codes = [
        (value, value.__code__) for *_, saved in seen for _, value in saved if isinstance(value, FunctionType)
    ]
    # A module of the kit finds a name of its own before Python's of that name. Warnings keep a list there.
    counts = [(module, vars(module), len(vars(module)) - (_WARNED in vars(module))) for module in kit]
    callbacks = len(gc.callbacks)

    def check() -> None:
        for holder, find, saved in seen:
            for name, value in saved:
                if find(name) is not value:
                    raise _refusal(holder, name)
        for function, code in codes:
            if function.__code__ is not code:
                raise _refusal(sys.modules[function.__module__], function.__name__)
        for module, names, count in counts:
            if len(names) - (_WARNED in names) != count:
                raise Refusal(f"the row adds a name to {module.__name__}, which the kit uses")
        if sys.getprofile() or sys.gettrace() or len(gc.callbacks) != callbacks:
            raise Refusal("the row has itself called by what the kit does")

    return check


def check_alone() -> None:
    """Raises Refusal where a thread of the row's could take documents before the clock starts: it need only keep Python's lock."""
    if len(_current_frames()) > 1:
        raise Refusal(
            "the row has a thread while it waits for documents: it could work on them before its time"
        )


def _refusal(holder: Any, name: str) -> Refusal:
    return Refusal(f"the row replaces {name} of {holder.__name__}, which the kit uses")
