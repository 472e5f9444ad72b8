"""JSON that holds documents: notebooks, HTTP archives, web archive transformations, feeds, bookmarks, JSON Lines.

A tokenizer (``_tokenizer.py``) follows the paths of a graph (``paths``), and yields the strings at these paths, and the
starts and ends of the objects that contain them. Small functions (``readers``) make documents and references from the
strings of an object; the scanner of a string's media type reads it, and its places are mapped to the file. All other
bytes are scanned as text.
"""

from __future__ import annotations
