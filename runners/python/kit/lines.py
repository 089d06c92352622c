"""Protocol lines: a key and, unless the value is empty, a space and the escaped value (docs/PROTOCOL.md, "Lines")."""

import re
from collections.abc import Callable
from os import write
from typing import BinaryIO

_ESCAPED = {"\\n": "\n", "\\r": "\r", "\\\\": "\\"}
_unescape = re.compile(r"\\[\\nr]").sub


def parse_line(line: str) -> tuple[str, str]:
    key, _, value = line.partition(" ")
    return key, _unescape(lambda found: _ESCAPED[found[0]], value)


def line_reader(stream: BinaryIO) -> Callable[[], tuple[str, str] | None]:
    """Returns a function that waits for the next line and splits it into key and unescaped value; it returns None at
    the end of the input, even if the last line has no line break.
    """

    def next_line() -> tuple[str, str] | None:
        line = stream.readline()
        return parse_line(line.decode()[:-1]) if line.endswith(b"\n") else None

    return next_line


def line_writer(descriptor: int) -> Callable[[str, str], None]:
    """Returns a function that writes a line at once. It cuts values after 8000 characters: the protocol limits lines to
    64 KiB.
    """

    def write_line(key: str, value: str) -> None:
        escaped = value[:8000].replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
        line = f"{key} {escaped}\n" if value else f"{key}\n"
        rest = memoryview(line.encode("utf-8", "replace"))
        while rest:
            rest = rest[write(descriptor, rest) :]

    return write_line
