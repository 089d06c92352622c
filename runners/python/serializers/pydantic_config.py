"""Configuration of all pydantic classes: names as in documents, bytes in base64."""

from pydantic import ConfigDict

from serializers.plain_json import base64_text

# pydantic's own encoder writes base64 with "-" and "_" instead of "+" and "/"; pydantic reads both.
CONFIG = ConfigDict(serialize_by_alias=True, val_json_bytes="base64", json_encoders={bytes: base64_text})
