"""The common parts of the scanners of markup, HTML and XML: windows, rows, bases, links, style sheets, values."""
