"""What the variants of runner.toml change: the collector of cycles."""

import gc
import os

_CHOICE = os.environ.get("WIREMARK_PYTHON_COLLECTOR")


def settle_collector() -> None:
    """For what was loaded and the inputs. Where the collector is off, the loop calls it before each slice."""
    if _CHOICE in ("frozen", "off"):
        gc.collect()
        gc.freeze()
    if _CHOICE == "off":
        gc.disable()
