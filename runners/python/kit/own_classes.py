"""Documents may be made of a library's own classes before the clock starts. None of the row's work may be done by that: what makes
such an object or sets one of its fields can't be code of the row.
"""

import sys
from collections.abc import Mapping
from inspect import getattr_static, isdatadescriptor
from operator import attrgetter
from os.path import dirname
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, NoneType, WrapperDescriptorType
from typing import Any

from .errors import Refusal
from .natural import Natural

# What Python, dataclasses, msgspec and pydantic call.
HOOKS = ("__new__", "__init__", "__post_init__", "__setattr__", "model_construct", "model_post_init")
# The row's file, and its sources, are in there as well.
_BUILD = dirname(dirname(__file__))


def check_classes(classes: Mapping[str, type[Any]], natural: Natural) -> None:
    """Raises Refusal with the class and what it has."""
    for record, class_ in classes.items():
        attributes = [attribute for _, attribute in natural.fields(record)]
        hooks = {f"{class_.__name__}.{name}": getattr_static(class_, name, None) for name in HOOKS}
        for name in ("__call__", "__getattribute__", "__getattr__"):
            hooks[f"{name} of the metaclass"] = getattr_static(type(class_), name, None)
        for name, found in hooks.items():
            if _is_of_row(found, attributes):
                raise Refusal(f"{name} would run before the clock starts: it must not be code of the row")
        for attribute in attributes:
            found = getattr_static(class_, attribute, None)
            if isdatadescriptor(found) and not isinstance(found, MemberDescriptorType):
                raise Refusal(f"{class_.__name__}.{attribute} must be a plain field")


def _is_of_row(found: Any, attributes: list[str]) -> bool:
    function = getattr(found, "__func__", found)
    if not isinstance(function, FunctionType):
        return not isinstance(function, (NoneType, BuiltinFunctionType, WrapperDescriptorType))
    if function.__code__.co_filename != "<string>":
        return not is_installed(function)
    # As `dataclass` makes it: of what it has a name for, it can call `__post_init__` alone.
    allowed = {*attributes, "__post_init__", "__setattr__"}
    return not allowed.issuperset(function.__code__.co_names) or any(
        cell.cell_contents is not object for cell in function.__closure__ or ()
    )


def is_installed(function: Any) -> bool:
    """Whether it is what a module of Python or of a package has under its name."""
    try:
        file = function.__code__.co_filename
        module = sys.modules[function.__module__]
        found = attrgetter(function.__qualname__)(module)
        return (
            getattr(found, "__func__", found) is function
            and file == module.__file__
            and not file.startswith(_BUILD)
        )
    except (AttributeError, KeyError):
        return False
