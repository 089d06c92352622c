"""Documents may be made of a library's own classes before the clock starts. None of the row's work is done by that: no code of a class
in Python makes its objects, nor of its metaclass, and of a library no code that a row could alter.
"""

import os
from collections.abc import Callable, Mapping
from functools import cache
from os.path import dirname
from site import getsitepackages
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    NoneType,
    WrapperDescriptorType,
)
from typing import Any

from .errors import Mismatch, Refusal
from .natural import Natural

# What Python and msgspec call.
HOOKS = ("__new__", "__init__", "__post_init__", "__setattr__")
# What an object of pydantic's has besides its fields.
_PYDANTIC = ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
_PACKAGES = tuple(f"{one}/" for one in (dirname(os.__file__), *getsitepackages()))
_mro_of, _names_of = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__


def static_names(class_: type[Any]) -> dict[str, Any]:
    """What a class has under each name, inherited ones too: found by no code of its own, its metaclass's or its names'."""
    found: dict[str, Any] = {}
    for one in reversed(_mro_of(class_)):
        names = _names_of(one)
        if {*map(type, names)} - {str}:
            raise Mismatch("a class has a name that is no str: what compares it runs code of the row")
        found.update(names)
    return found


def find_static(class_: type[Any], name: str) -> Any:
    """What a class has under one name, or None."""
    return static_names(class_).get(name)


def makers(classes: Mapping[str, type[Any]], natural: Natural) -> dict[str, Callable[..., Any]]:
    """What makes an object of each class of its attributes. Raises Refusal with the class and what it has."""
    return {
        record: _maker(record, class_, [attribute for _, attribute in natural.fields(record)])
        for record, class_ in classes.items()
    }


def _maker(record: str, class_: type[Any], attributes: list[str]) -> Callable[..., Any]:
    is_pydantic = find_static(class_, "__pydantic_fields_set__") is not None
    for name in (*attributes, *_PYDANTIC):
        kind = type(find_static(class_, name))
        is_plain = kind in (MemberDescriptorType, GetSetDescriptorType)
        if not is_plain and find_static(kind, "__set__") is not None:
            raise Refusal(f"{record}.{name} must be a plain field")
    if find_static(type(class_), "__call__") is not type.__call__:
        _check_compiled(record, class_)
        return class_

    def make(**values: Any) -> Any:
        made = object.__new__(class_)
        if is_pydantic:
            for name, value in zip(_PYDANTIC, (values, {*values}, None, None), strict=True):
                object.__setattr__(made, name, value)
        else:
            for name, value in values.items():
                object.__setattr__(made, name, value)
        return made

    return make


def _check_compiled(record: str, class_: type[Any]) -> None:
    """A class that makes its objects otherwise, as msgspec's do, must do so by compiled code alone."""
    found = {f"{record}.{name}": find_static(class_, name) for name in HOOKS}
    for name in ("__call__", "__getattribute__", "__getattr__"):
        found[f"{name} of the metaclass"] = find_static(type(class_), name)
    for name, hook in found.items():
        is_new = type(hook) is BuiltinFunctionType and hook.__name__ == "__new__"
        if not is_new and type(hook) not in (NoneType, WrapperDescriptorType):
            raise Refusal(f"{name} would run before the clock starts: it must not be code of the row")


def is_installed(function: Any) -> bool:
    """Whether it is code of a file of Python's or of a package."""
    if type(function) is not FunctionType:
        return False
    file = function.__code__.co_filename
    return file.startswith(_PACKAGES) and function.__code__ in _codes(file)


@cache
def _codes(file: str) -> set[CodeType]:
    with open(file, "rb") as source:
        codes = [compile(source.read(), file, "exec", dont_inherit=True)]
    for code in codes:
        codes += [one for one in code.co_consts if type(one) is CodeType]
    return {*codes}
