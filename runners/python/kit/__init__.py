"""The Python kit: protocol, timed loop, models, fixtures. It uses only the standard library, so that it neither warms up nor patches
measured libraries.
"""
