"""The Python kit uses only the standard library, so that it neither warms up nor patches the measured libraries."""
