"""Processes beside the one that reads: their loops, limits and rights, and what runs in them (PDF, barcodes)."""
