"""Starts the runner: a folder with this file in it is a program to Python, and the root of its imports."""

from kit.main import main

main()
