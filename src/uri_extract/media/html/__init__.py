"""HTML: where in a document references stand, and what the values that hold them mean (the HTML standard)."""
