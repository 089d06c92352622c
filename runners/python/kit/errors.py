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
    """What came out isn't what a result must be."""

    kind = "mismatch"


class Failed(Exception):
    """An operation of a slice raised: the runner says so and goes on."""

    def __init__(self, operation: int, text: str) -> None:
        super().__init__(text)
        self.operation = operation
