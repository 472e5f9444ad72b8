"""One small module for each engine that reads tables: :mod:`uri_extract.tables` in its words.

Each is imported by its name (``import uri_extract.engines.spark``) and needs the engine and the extra ``arrow``.
"""
