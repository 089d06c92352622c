"""Starts the runner: Python runs a folder that contains this file, with the folder as the root of imports."""

from kit.main import main

main()
