"""Serializers with the mistakes that test/contract/runtime/wrongs.ts lists. Each row is a copy of this file, whose name
selects the function.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from kit.serializer import Operations, Schema
from serializers.json import VERSION
from serializers.json import create as create_right

__all__ = ["VERSION", "create"]

Operation = Callable[[Any], Any]

RIGHT_CALLS = 100


class LateList(list[str]):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def __iter__(self) -> Iterator[str]:
        return iter(json.loads(self.text)["tags"])


def lazy_list(right: Any) -> Operations:
    def deserialize(text: Any) -> Any:
        person = right.deserialize(text)
        person.tags = LateList(text)
        return person

    return Operations(deserialize=deserialize)


def lazy_object(right: Any) -> Operations:
    class Late:
        def __init__(self, text: str) -> None:
            self.text = text

        def __getattr__(self, name: str) -> Any:
            return getattr(right.deserialize(self.text), name)

    return Operations(deserialize=Late)


def remembers(right: Any) -> Operations:
    # Keeps the document, too: the id of a deleted object may be reused.
    written: dict[int, tuple[Any, Any]] = {}
    read: dict[Any, Any] = {}

    def serialize(document: Any) -> Any:
        if id(document) not in written:
            written[id(document)] = (document, right.serialize(document))
        return written[id(document)][1]

    def deserialize(text: Any) -> Any:
        if text not in read:
            read[text] = right.deserialize(text)
        return read[text]

    return Operations(serialize=serialize, deserialize=deserialize)


def stale(right: Any) -> Operations:
    def staling(operation: Operation) -> Operation:
        calls, made = 0, None

        def work(given: Any) -> Any:
            nonlocal calls, made
            calls += 1
            if calls < RIGHT_CALLS or calls % 2 == 0:
                made = operation(given)
            return made

        return work

    return Operations(serialize=staling(right.serialize), deserialize=staling(right.deserialize))


def grows(right: Any) -> Operations:
    written = ""

    def serialize(document: Any) -> Any:
        nonlocal written
        written = written[-1000:] + right.serialize(document)
        return written

    return Operations(serialize=serialize)


def one_buffer(right: Any) -> Operations:
    buffer = bytearray()

    def serialize(document: Any) -> Any:
        buffer[:] = str(right.serialize(document)).encode()
        return buffer

    return Operations(serialize=serialize)


def fails(right: Any) -> Operations:
    def checked(text: Any) -> Any:
        if re.search(r"\\u00[01]", text):
            raise ValueError("no control characters, please")
        return text

    return Operations(
        serialize=lambda document: checked(right.serialize(document)),
        deserialize=lambda text: right.deserialize(checked(text)),
    )


def works(count: int) -> Operations:
    def serialize(_: Any) -> str:
        x = 1.0
        for _ in range(count):
            x = x * 0.9999999 + 0.5
        return "positive" if x > 0 else "negative"

    return Operations(serialize=serialize)


def create(schema: Schema) -> Operations:
    right: Any = create_right(schema)
    name = __name__.rpartition(".")[2]
    if name.startswith("work_"):
        return works(int(name.removeprefix("work_")))
    wrong: Callable[[Any], Operations] | None = globals().get(name)
    return wrong(right) if wrong else right
