"""The way back from a text that was decoded to its source."""
