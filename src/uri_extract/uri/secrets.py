"""Secrets in references (RFC 3986 §7.5): passwords, tokens and signatures, replaced so that records can be shown."""

from __future__ import annotations

from functools import cache

from uri_extract.uri.percent import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

#: What stands for a secret: characters that may stand anywhere in a reference, so that a valid one stays valid.
MASK = "***"

# A parameter's name, in lower case and without "-", "_" and ".", says that its value is secret where it holds one of
# the first, or is one of the second: RFC 6749, signed addresses of object stores, session identifiers.
_HOLDS = (
    "token",
    "secret",
    "passw",
    "apikey",
    "accesskey",
    "signature",
    "credential",
    "sessionid",
    "sessid",
    "authkey",
)
_IS = frozenset({"pass", "pwd", "key", "sig", "sid", "auth", "jwt", "hmac", "otp", "session", "authorization", "hash"})
_LONGEST_NAME = 64

# JSON Web Tokens (RFC 7519), and the prefixes that services give to theirs so that they can be found.
_BEGINNINGS = (
    *("eyJ", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxa-", "xoxb-", "xoxe-", "xoxp-"),
    *("xoxr-", "xoxs-", "sk_live_", "sk-", "AKIA", "ASIA", "AIza", "ya29.", "npm_", "pypi-"),
)


def redact(text: str) -> str:
    """Return *text*, a reference or what holds some, with ``***`` in place of each secret it shows; linear.

    Those are the password of a userinfo, values of parameters whose names say so, in the query, the fragment and
    behind the semicolons of a path, and tokens that are known by how they begin, wherever they stand.
    """
    if "//" in text and "@" in text:
        text = _passwords().sub(lambda match: f"{match[1]}{MASK}@" if match[2] != "@" else match[0], text)
    if "=" in text:
        in_path, behind = _parameters()
        tail = min(at for at in (text.find("?"), text.find("#"), len(text)) if at >= 0)
        text = in_path.sub(_masked, text[:tail]) + behind.sub(_masked, text[tail:])
    return _without_tokens(text) if any(beginning in text for beginning in _BEGINNINGS) else text


def _without_tokens(text: str) -> str:
    tokens, prefixed = _tokens()
    return tokens.sub(lambda match: MASK if match[1] else prefixed.sub(MASK, match[0]), text)


def _masked(match: re.Match[str]) -> str:
    name = decode(match[2]).lower().replace("-", "").replace("_", "").replace(".", "")
    secret = bool(match[3]) and (name in _IS or any(word in name for word in _HOLDS))
    return f"{match[1]}{match[2]}={MASK}" if secret else match[0]


@cache
def _passwords() -> re.Pattern[str]:
    import re

    return re.compile(r"(//[^/?#@:]*+:)([^/?#]*@)")


@cache
def _parameters() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Parameters of the path, and of the query and the fragment, whose values may hold slashes."""
    import re

    name = rf"([^=&;#?/]{{1,{_LONGEST_NAME}}}+)"
    return re.compile(rf"(;){name}=([^;/]*+)"), re.compile(rf"([?&;#]){name}=([^&;#]*+)")


@cache
def _tokens() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the pattern of a token (group 1), and that of one with a service's prefix.

    The first also matches ``eyJ`` and the word it begins where that is no JSON Web Token: no other part of the word is
    one then, so it is read once.
    """
    import re

    begins = "|".join(map(re.escape, _BEGINNINGS[1:]))
    prefixed = rf"(?:{begins})[A-Za-z0-9_\-]{{16,}}+"
    web_token = r"eyJ[A-Za-z0-9_\-]{8,}+\.eyJ[A-Za-z0-9_\-]{8,}+(?:\.[A-Za-z0-9_\-]++)?"
    return (
        re.compile(rf"(?<![A-Za-z0-9])(?:({web_token}|{prefixed})|eyJ[A-Za-z0-9_\-]*+)"),
        re.compile(rf"(?<![A-Za-z0-9]){prefixed}"),
    )
