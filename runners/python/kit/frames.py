"""Reads and writes frames: each is a length (4 bytes, unsigned, big-endian), then that many bytes."""


def read_frames(path: str) -> list[bytes]:
    frames = []
    with open(path, "rb") as file:
        while length := file.read(4):
            frames.append(file.read(int.from_bytes(length)))
    return frames


def read_texts(path: str) -> list[str]:
    return [frame.decode() for frame in read_frames(path)]


def write_frames(path: str, frames: list[bytes]) -> None:
    with open(path, "wb") as file:
        file.writelines(len(frame).to_bytes(4) + frame for frame in frames)
