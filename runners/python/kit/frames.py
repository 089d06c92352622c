"""Frames: a length (4 bytes, unsigned, big-endian), then that many bytes, again and again."""

import struct
from collections.abc import Iterable

from .errors import Refusal

_LENGTH = struct.Struct(">I")


def read_frames(path: str, count: int) -> list[bytes]:
    """So many frames, each in memory of its own, as if it had just come from a socket."""
    with open(path, "rb") as file:
        data = file.read()
    frames = []
    at = 0
    while at < len(data):
        end = at + 4 + _LENGTH.unpack_from(data, at)[0] if at + 4 <= len(data) else len(data) + 1
        if end > len(data):
            raise Refusal(f"{path}: a frame reaches past the end, at byte {at}")
        frames.append(data[at + 4 : end])
        at = end
    if len(frames) != count:
        raise Refusal(f"{path}: expected {count} frames, found {len(frames)}")
    return frames


def write_frames(path: str, outputs: Iterable[str | bytes]) -> None:
    """A text is written as UTF-8."""
    with open(path, "wb") as file:
        for output in outputs:
            body = output.encode() if isinstance(output, str) else output
            file.write(_LENGTH.pack(len(body)))
            file.write(body)
