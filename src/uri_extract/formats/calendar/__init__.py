"""iCalendar and vCard (RFC 5545, RFC 6350): content lines are unfolded, and the escapes in their values decoded."""
