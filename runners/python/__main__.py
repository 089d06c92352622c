"""Starts the runner: `python FOLDER` executes this file of the folder, and finds imported modules in the folder."""

from kit.main import main

main()
