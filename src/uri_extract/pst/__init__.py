"""The messages of an Outlook data file: a program of its own, which imports nothing else of the package but limits."""
