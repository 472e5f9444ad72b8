"""The version, for both the build and the program."""

__version__ = "0.1.0"
