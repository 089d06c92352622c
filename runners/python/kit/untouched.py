"""Whether Python's functions and the kit's are those from before the row was loaded: a row that replaces one could do its work before
the clock starts, or after it has stopped. The kit imports names and not modules: a module may be given a class, whose code runs when
a name is read.
"""

import builtins
import gc
import os
import re
import signal
import sys
import uuid
from collections.abc import Callable, Mapping
from functools import partial
from operator import is_
from sys import getprofile, gettrace
from types import FunctionType
from typing import Any

from .errors import Refusal
from .natural import Natural
from .own_classes import HOOKS

# Names that do something wherever they are, and so mustn't be added to a class.
_ADDED = (*HOOKS, "__del__", "__getattribute__")
_FORBIDDEN = re.compile("addaudithook|exec[lv].*|signal|setitimer|alarm|use_tool_id")
_WARNED = "__warningregistry__"


def watch(natural: Natural) -> Callable[[], None]:
    """What raises Refusal once one has been replaced, or where a thread is left. It takes a tenth of a millisecond."""
    kit = [module for name, module in sys.modules.items() if name.startswith("kit.")]
    classes = {one for module in kit for one in vars(module).values() if isinstance(one, type)}
    classes.update(natural.records.values(), natural.enums.values())
    classes.update([above for one in classes for above in (type(one), *one.__mro__)])
    # A module of the kit finds a name of its own before Python's of that name. Warnings keep a list there.
    own: list[Any] = [*kit, *(one for one in classes if one.__module__.startswith("kit."))]
    seen: list[tuple[Any, Mapping[str, Any], dict[str, Any], list[str], list[Any], Any, bool]] = []
    for holder in (builtins, uuid, *kit, *classes):
        # The module of uuids has what the last one was made of.
        which: Any = partial(filter, callable) if holder is uuid else iter
        saved = dict(vars(holder))
        seen.append((holder, vars(holder), saved, [*saved], [*which(saved.values())], which, holder in own))
    functions = [
        getattr(value, "fget", getattr(value, "__func__", value)) for one in seen for value in one[2].values()
    ]
    codes = [(one, one.__code__) for one in functions if isinstance(one, FunctionType)]
    callbacks, count = gc.callbacks, len(gc.callbacks)
    signals, handled = [*range(1, signal.NSIG)], sys.modules["_signal"].getsignal
    handlers = [*map(handled, signals)]
    # Names that a row replaces could put themselves back while they are looked for: `check` finds none but these.
    every, each, same, size, class_of, dated = all, map, is_, len, type, (_WARNED,)
    threads, profiler_now, tracer_now, added = sys._current_frames, getprofile, gettrace, _ADDED

    def check() -> None:
        if profiler_now() is not None or tracer_now() is not None or size(callbacks) != count:
            raise Refusal("the row has itself called by what the kit does")
        if not every(each(same, each(handled, signals), handlers)):
            raise Refusal("the row has a signal's handler, which could do its work while no clock runs")
        # A thread need only keep Python's lock.
        if size(threads()) > 1:
            raise Refusal("the row has a thread while no clock runs: it could do its work then")
        for holder, names, saved, keys, values, which, is_own in seen:
            # A key that isn't the same could do its work whenever it is compared.
            if not (every(each(same, names, keys)) and every(each(same, which(names.values()), values))):
                changed = next((key for key in keys if names.get(key) is not saved[key]), "a name")
                raise _refusal(holder, changed)
            for key in [*names][size(keys) :] if size(names) >= size(keys) else [holder]:
                if class_of(key) is not str or (is_own and key not in dated):
                    raise Refusal(f"the row adds a name to {holder.__name__}, which the kit uses")
                if key in added:
                    raise _refusal(holder, key)
        for function, code in codes:
            if function.__code__ is not code:
                raise _refusal(sys.modules[function.__module__], function.__name__)

    return check


def forbid() -> None:
    """What would have a row called while no clock runs, and isn't seen by `watch`."""
    modules = (sys, getattr(sys, "monitoring", sys), os, sys.modules[os.name], signal, sys.modules["_signal"])
    # What Python has for a `sys` that is imported anew.
    kept = [one for one in gc.get_referrers(sys.addaudithook) if type(one) is dict]
    for names in (*kept, *map(vars, modules)):
        for name, value in [*names.items()]:
            if callable(value) and _FORBIDDEN.fullmatch(name):
                names[name] = _refuse


def _refuse(*_: Any) -> None:
    raise Refusal(
        "the row sets a signal, hooks events of Python, or starts another program in place of the kit"
    )


def _refusal(holder: Any, name: str) -> Refusal:
    return Refusal(f"the row replaces {name} of {holder.__name__}, which the kit uses")
