"""Refusals with one of the error kinds of docs/PROTOCOL.md. All other exceptions count as crashes."""


class Refusal(Exception):
    """An error that the runner reports as `error KIND MESSAGE` before it exits."""

    kind = "crash"


class Unsupported(Refusal):
    """Raised by a serializer's `create` if the library doesn't support the schema. The message names the cause in plain words."""

    kind = "unsupported"


class Unavailable(Refusal):
    """Raised by a serializer if a part of its library, such as a compiled extension, is missing."""

    kind = "unavailable"


class Mismatch(Refusal):
    """A result has the wrong type or form."""

    kind = "mismatch"


class Failed(Exception):
    """An operation within a slice raised. The runner reports it and continues."""

    def __init__(self, operation: int, text: str) -> None:
        super().__init__(text)
        self.operation = operation
