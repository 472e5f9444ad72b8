"""What documents of markup, HTML and XML, have in common: windows, rows, bases, links, style sheets, values."""
