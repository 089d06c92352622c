"""Frames: a length (4 bytes, unsigned, big-endian), then that many bytes, again and again."""

import struct

_LENGTH = struct.Struct(">I")


def read_frames(path: str) -> list[bytes]:
    """Each in memory of its own, as if it had just come from a socket."""
    with open(path, "rb") as file:
        data = file.read()
    frames = []
    at = 0
    while at < len(data):
        (length,) = _LENGTH.unpack_from(data, at)
        at += 4 + length
        frames.append(data[at - length : at])
    return frames


def read_texts(path: str) -> list[str]:
    return [frame.decode() for frame in read_frames(path)]


def write_frames(path: str, frames: list[bytes]) -> None:
    with open(path, "wb") as file:
        for frame in frames:
            file.write(_LENGTH.pack(len(frame)))
            file.write(frame)
