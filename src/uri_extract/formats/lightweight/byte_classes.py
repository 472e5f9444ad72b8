"""Classes of bytes in Markdown, bits of the bytes of :data:`CLASSES` (CommonMark 0.31 §2.1, §6.5, §6.6)."""

# White space, ASCII punctuation (§2.1), a significant sign of text, bytes of a tag's name and of an
# attribute's name, bytes that an unquoted value must not contain (§6.6), a letter, bytes of the local part of a mail
# address (§6.5).
BLANK, PUNCTUATION, SIGN, NAME, ATTRIBUTE, NOT_VALUE, LETTER, LOCAL = 1, 2, 4, 8, 16, 32, 64, 128
CLASSES = bytes(
    (byte in b" \t\n\r\f\x0b") * BLANK
    | (0x20 < byte < 0x7F and not chr(byte).isalnum()) * PUNCTUATION
    | (byte in b"\\`<[]!") * SIGN
    | ((byte < 0x7F and chr(byte).isalnum()) or byte == 0x2D) * NAME
    | ((byte < 0x7F and chr(byte).isalnum()) or byte in b"_.:-@") * ATTRIBUTE
    | (byte in b" \t\n\r\f\x0b\"'=<>`") * NOT_VALUE
    | (byte < 0x7F and chr(byte).isalpha()) * LETTER
    | ((byte < 0x7F and chr(byte).isalnum()) or byte in b".!#$%&'*+/=?^_`{|}~-") * LOCAL
    for byte in range(256)
)
