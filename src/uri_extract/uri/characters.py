"""What a character of a URI may be part of (RFC 3986 Appendix A), a bit each; "%" is part of nothing by itself."""

from __future__ import annotations

from uri_extract._typing import Final

ALPHA: Final = 1
SCHEME: Final = 2
DIGIT: Final = 4
HEXDIG: Final = 8
REG_NAME: Final = 16
USERINFO: Final = 32
PATH: Final = 64
QUERY: Final = 128


def _class_of(code: int) -> int:
    character = chr(code)
    alnum = character.isascii() and character.isalnum()
    letter = alnum and not character.isdigit()
    in_reg_name = alnum or character in "-._~!$&'()*+,;="
    memberships = {
        ALPHA: letter,
        SCHEME: alnum or character in "+-.",
        DIGIT: alnum and not letter,
        HEXDIG: character in "0123456789ABCDEFabcdef",
        REG_NAME: in_reg_name,
        USERINFO: in_reg_name or character == ":",
        PATH: in_reg_name or character in ":@/",
        QUERY: in_reg_name or character in ":@/?",
    }
    return sum(bit for bit, member in memberships.items() if member)


#: By code, those of Latin-1.
CLASSES: Final = bytes(map(_class_of, range(256)))
