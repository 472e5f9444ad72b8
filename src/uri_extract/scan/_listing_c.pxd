# What _listing.py takes from elsewhere, for its compiled variant.

from uri_extract._ascii cimport *
