"""Barcodes in images: a separate program, which imports nothing of the package except limits."""
