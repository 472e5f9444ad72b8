"""Signs of a valid reference: bits that the kernel finds in one pass, for hazards and for work to do.

If a sign is missing, the reference does not have that hazard or need that work; if it is set, it may be a false alarm.
An invalid reference has the signs -1: all of them.
"""

#: It has no scheme.
RELATIVE = 1
#: Its target may differ from it: browsers find a host although it has none; a segment begins with a dot.
SLASHES, DOTS = 2, 4
#: In its authority: a userinfo; a host that is a number, too long, encoded or with A-labels; another protocol's port.
USERINFO, ADDRESS, LENGTH, HOST, PORT = 8, 16, 32, 64, 128
#: It is a script or a document.
CONTENT = 256
#: Encoded octets: controls and backslashes; bidi controls.
OCTETS, DIRECTION = 512, 1024
#: It may contain another URI; it has an authority, and its scheme may be unregistered.
NESTED, SCHEME = 2048, 4096

#: The signs that its target depends on.
OF_TARGET = RELATIVE | SLASHES | DOTS
#: The signs that hazards depend on, except for a nested URI that is encoded more than once.
OF_HAZARDS = ~(RELATIVE | DOTS)
#: The signs that hazards of the authority depend on.
OF_AUTHORITY = USERINFO | ADDRESS | LENGTH | HOST | PORT
