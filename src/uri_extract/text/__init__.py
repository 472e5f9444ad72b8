"""Plain text: the scanner of text, its options, and the base classes of scanners."""
