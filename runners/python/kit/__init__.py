"""The runner of Python: protocol, timed loop, models, fixtures. Standard library only, so that nothing here warms up or patches
what is measured.
"""
