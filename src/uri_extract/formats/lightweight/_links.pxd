# What _links.py takes from other kernels, for its compiled variant.

