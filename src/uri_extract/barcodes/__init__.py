"""The barcodes of images: a program of its own, which imports nothing else of the package but limits."""
