"""Adapters of :mod:`uri_extract.tables` for data engines, one small module each.

Import the module of the engine (``import uri_extract.engines.spark``); it needs the engine and the extra ``arrow``.
"""
