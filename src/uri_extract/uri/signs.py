"""Signs of a valid reference: bits that the kernel finds in one pass, which say what may have to be said of it.

Where one is missing, that hazard is not there, and that step needs not be done; where it is, it may be a false alarm.
A reference that RFC 3986 does not derive has the signs -1, which are all of them.
"""

from __future__ import annotations

#: It has no scheme.
RELATIVE = 1
#: Its target may be another text: browsers see a host where it has none, or a segment begins with a dot.
SLASHES, DOTS = 2, 4
#: Of its authority: a userinfo, a host that is a number, too long, encoded or of A-labels, a port of another protocol.
USERINFO, ADDRESS, LENGTH, HOST, PORT = 8, 16, 32, 64, 128
#: It is a script or a document.
CONTENT = 256
#: Encoded octets: controls and backslashes, and controls of the direction of text.
OCTETS, DIRECTION = 512, 1024
#: Another URI may be in it.
NESTED = 2048

#: What its target depends on.
OF_TARGET = RELATIVE | SLASHES | DOTS
#: What hazards depend on, but for another URI that is encoded more than once.
OF_HAZARDS = ~(RELATIVE | DOTS)
#: What hazards of the authority depend on.
OF_AUTHORITY = USERINFO | ADDRESS | LENGTH | HOST | PORT
