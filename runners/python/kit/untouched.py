"""Whether Python's functions and the kit's are those from before the row was loaded: a row that replaces one could do its work before
the clock starts, or after it has stopped.
"""

import builtins
import gc
import inspect
import os
import re
import signal
import sys
import uuid
from collections.abc import Callable
from sys import getprofile, gettrace
from types import FunctionType
from typing import Any

from .errors import Refusal
from .natural import Natural
from .own_classes import HOOKS

# Names that do something wherever they are, and so mustn't be added to a class.
_ADDED = (*HOOKS, "__del__", "__getattribute__")
# What the kit calls once documents have come, and what that calls in turn.
_USED = (uuid, inspect)
_FORBIDDEN = re.compile("addaudithook|exec[lv].*|signal|setitimer|alarm|use_tool_id")
_current_frames = sys._current_frames
_WARNED = "__warningregistry__"


def watch(natural: Natural) -> Callable[[], None]:
    """What raises Refusal once one has been replaced, or where a thread is left. It takes a tenth of a millisecond."""
    kit = [module for name, module in sys.modules.items() if name.startswith("kit.")]
    classes = {one for module in kit for one in vars(module).values() if isinstance(one, type)}
    classes.update(natural.records.values(), natural.enums.values())
    classes.update([above for one in classes for above in (type(one), *one.__mro__)])
    # Python's own come first: by them the rest is looked at.
    seen = [
        (holder, vars(holder).get, [(name, vars(holder).get(name)) for name in (*vars(holder), *more)])
        for holders, more in (((builtins, gc, os, *kit), ()), (classes, _ADDED))
        for holder in holders
    ]
    seen += [
        (one, vars(one).get, [(name, value) for name, value in vars(one).items() if callable(value)])
        for one in _USED
    ]
    functions = [getattr(value, "fget", value) for *_, saved in seen for _, value in saved]
    codes = [(one, one.__code__) for one in functions if isinstance(one, FunctionType)]
    # A module of the kit finds a name of its own before Python's of that name. Warnings keep a list there.
    own: list[Any] = [*kit, *(one for one in classes if one.__module__.startswith("kit."))]
    counts = [(holder, vars(holder), len(vars(holder)) - (_WARNED in vars(holder))) for holder in own]
    callbacks = len(gc.callbacks)

    def check() -> None:
        # A thread need only keep Python's lock.
        if len(_current_frames()) > 1:
            raise Refusal("the row has a thread while no clock runs: it could do its work then")
        for holder, find, saved in seen:
            for name, value in saved:
                if find(name) is not value:
                    raise _refusal(holder, name)
        for function, code in codes:
            if function.__code__ is not code:
                raise _refusal(sys.modules[function.__module__], function.__name__)
        for holder, names, count in counts:
            if len(names) - (_WARNED in names) != count:
                raise Refusal(f"the row adds a name to {holder.__name__}, which the kit uses")
        if getprofile() or gettrace() or len(gc.callbacks) != callbacks:
            raise Refusal("the row has itself called by what the kit does")

    return check


def forbid() -> None:
    """What would have a row called while no clock runs, and isn't seen by `watch`."""
    for module in (
        sys,
        getattr(sys, "monitoring", sys),
        os,
        sys.modules[os.name],
        signal,
        sys.modules["_signal"],
    ):
        for name, value in [*vars(module).items()]:
            if callable(value) and _FORBIDDEN.fullmatch(name):
                setattr(module, name, _refuse)


def _refuse(*_: Any) -> None:
    raise Refusal(
        "the row sets a signal, hooks events of Python, or starts another program in place of the kit"
    )


def _refusal(holder: Any, name: str) -> Refusal:
    return Refusal(f"the row replaces {name} of {holder.__name__}, which the kit uses")
