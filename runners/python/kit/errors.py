"""Refusals with one of the kinds of docs/PROTOCOL.md. Whatever else is raised counts as a crash."""


class Refusal(Exception):
    """The runner answers `error KIND MESSAGE` and exits."""

    kind = "crash"


class Unsupported(Refusal):
    """What `create` of a serializer raises when its library can't do this schema, with the cause in plain words."""

    kind = "unsupported"


class Unavailable(Refusal):
    """What a serializer raises when a part of its library is missing, such as the compiled one."""

    kind = "unavailable"


class Mismatch(Refusal):
    """What came out is no plain data."""

    kind = "mismatch"
