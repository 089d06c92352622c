"""Exceptions that the kit reports with an error kind of docs/PROTOCOL.md, or as a failed operation. It reports all other
exceptions as crashes.
"""


class Refusal(Exception):
    kind = "crash"


class Unsupported(Refusal):
    """Raised by the kit or a serializer's `create` if the schema or task isn't supported. The message names the cause."""

    kind = "unsupported"


class Unavailable(Refusal):
    """Raised if a serializer, or a part of its library such as a compiled extension, is missing."""

    kind = "unavailable"


class Mismatch(Refusal):
    kind = "mismatch"


class Failed(Exception):
    """Raised if an operation of a slice (a series of timed operations) raises. The kit reports it and continues."""

    def __init__(self, operation: int, text: str) -> None:
        super().__init__(text)
        self.operation = operation
