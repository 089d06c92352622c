"""Instants are aware datetimes in UTC here, and whole milliseconds since the epoch in fixtures."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
