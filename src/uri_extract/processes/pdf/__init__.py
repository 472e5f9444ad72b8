"""The pages of a PDF: their text in reading order, and their links.

:mod:`.process` is a separate program, which :mod:`uri_extract.sources.pdf` starts. It imports little.
"""
