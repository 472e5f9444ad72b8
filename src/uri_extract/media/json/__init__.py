"""JSON that holds documents: notebooks, HTTP archives, web archive transformations, feeds, bookmarks, JSON Lines.

A tokenizer (``_tokenizer.py``) follows the paths of a graph (``paths``) and yields the strings that are at them, and
where the objects that they are in begin and end. Small functions (``readers``) make documents and references of the
strings of an object; the scanner of a string's media type reads it, and its places are led back to the file. All other
bytes are scanned as text.
"""

from __future__ import annotations
