"""The messages in an Outlook data file: a separate program, which imports nothing of the package except limits."""
