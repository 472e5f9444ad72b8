"""Fuzzing: mutated documents, invariants that hold for any input, and the inputs that once broke one (``crashes``)."""
