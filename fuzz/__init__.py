"""Fuzzing: mutated documents, invariants that hold for any input, and inputs that once broke one (``crashes``)."""
