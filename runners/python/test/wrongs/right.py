"""Does the work."""

from serializers.json import VERSION, create

__all__ = ["VERSION", "create"]
