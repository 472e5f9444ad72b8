"""iCalendar and vCard (RFC 5545, RFC 6350): content lines unfolded, and the escapes of their values undone."""
