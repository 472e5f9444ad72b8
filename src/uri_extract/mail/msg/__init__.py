"""Messages of Outlook (``.msg`` files; data files), converted to MIME messages."""
