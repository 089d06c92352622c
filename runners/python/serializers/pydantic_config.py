"""What pydantic is told about every class: names are those of documents, bytes are base64."""

from pydantic import ConfigDict

from serializers.plain_json import base64_text

# The base64 that it writes unless told has "-" and "_" in place of "+" and "/"; it reads both.
CONFIG = ConfigDict(serialize_by_alias=True, val_json_bytes="base64", json_encoders={bytes: base64_text})
