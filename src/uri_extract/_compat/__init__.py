"""What makes the two variants of kernels possible, and what replaces slow imports of the standard library."""
