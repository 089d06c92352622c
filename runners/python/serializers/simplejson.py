"""simplejson with a reused JSONEncoder and the options of serializers/json.py. `namedtuple_as_object=False` halves the
time: otherwise simplejson looks up `_asdict` in each list and dict.
https://simplejson.readthedocs.io/en/latest/#simplejson.JSONEncoder
"""

import simplejson
from simplejson.encoder import c_make_encoder
from simplejson.scanner import c_make_scanner

from kit.errors import Unavailable
from kit.serializer import Operations, Schema
from serializers.plain_json import through_dicts

PACKAGE = "simplejson"


def create(schema: Schema) -> Operations:
    if c_make_encoder is None or c_make_scanner is None:
        raise Unavailable("simplejson was installed without its C extension")
    encoder = simplejson.JSONEncoder(check_circular=False, separators=(",", ":"), namedtuple_as_object=False)
    return through_dicts(schema, encoder.encode, simplejson.JSONDecoder().decode)
