"""The configuration file (TOML): its keys are the long names of flags, and the command line overrides it."""

from __future__ import annotations

import os
import sys

from uri_extract._compat._typing import Any
from uri_extract.cli.flags import NAME, Flag, flags
from uri_extract.cli.values import InvalidValue
from uri_extract.errors import UriExtractError


class InvalidConfiguration(UriExtractError):  # noqa: N818 - as its siblings
    """A configuration file that cannot be used. The message names the file and the key."""


def path(named: str | None = None, none: bool = False) -> str | None:
    """Return the configuration file: ``named``, that of the environment, or the user's; None if there is none."""
    if named is not None or none:
        return named
    variable = os.environ.get("URI_EXTRACT_CONFIG")
    if variable is not None:
        return variable or None
    home = directory_of_user("APPDATA" if sys.platform == "win32" else "XDG_CONFIG_HOME", ".config")
    usual = os.path.join(home, NAME, "config.toml")
    return usual if os.path.isfile(usual) else None


def directory_of_user(variable: str, default: str) -> str:
    """Return a directory of the XDG Base Directory Specification, by which a relative path in a variable is ignored."""
    given = os.environ.get(variable, "")
    return given if os.path.isabs(given) else os.path.join(os.path.expanduser("~"), default)


def read(named: str | None = None, none: bool = False) -> tuple[str | None, dict[str, Any]]:
    """Return the configuration file and the options that it sets. Raises :class:`InvalidConfiguration`."""
    file = path(named, none)
    if file is None:
        return None, {}
    import tomllib  # imported late: it takes as long as reading all flags

    try:
        with open(file, "rb") as opened:
            table = tomllib.load(opened)
    except OSError as error:
        raise InvalidConfiguration(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InvalidConfiguration(f"{file}: byte {error.start} is not UTF-8, the encoding of TOML") from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidConfiguration(f"{file}: invalid TOML: {error}") from None
    except ValueError as error:  # a NUL in the name
        raise InvalidConfiguration(f"{file}: {error}") from None
    except RecursionError:
        raise InvalidConfiguration(f"{file}: nested too deep") from None
    try:
        return file, _options(table)
    except UriExtractError as error:
        raise InvalidConfiguration(f"{file}: {error}") from None


def keys() -> dict[str, Flag]:
    """Return the flags that the configuration file may set, by key."""
    return {flag.long: flag for flag in flags() if flag.is_key and flag.long}


def _options(table: dict[str, Any]) -> dict[str, Any]:
    known = keys()
    found: dict[str, Any] = {}
    by: dict[str, str] = {}
    for key, value in table.items():
        if key not in known:
            if any(flag.long == key for flag in flags()):
                raise InvalidValue(f"key {key!r} can be set on the command line only")
            if isinstance(value, dict):
                raise InvalidValue(f"unknown table {key!r}: keys must not be in a table")
            raise InvalidValue(f"unknown key {key!r}{_similar(key, known)}")
        flag = known[key]
        try:
            taken = _value(flag, value)
        except UriExtractError as error:
            raise InvalidValue(f"key {key!r}: {error}") from None
        if flag.into and not value:  # valid = false: the default
            continue
        if flag.place in by:
            raise InvalidValue(f"{by[flag.place]} and {key} contradict each other")
        by[flag.place] = key
        found[flag.place] = taken
    return found


def _value(flag: Flag, value: Any) -> Any:
    if flag.value is None:
        if not isinstance(value, bool):
            raise InvalidValue(f"must be true or false, not {_shown(value)}")
        return flag.const if flag.into else value
    if flag.value == "N":
        if type(value) is not int:
            raise InvalidValue(f"must be a number, not {_shown(value)}")
        value = str(value)
    texts = value if flag.several and isinstance(value, list) else [value]
    if not all(isinstance(text, str) for text in texts):
        wanted = "a string or an array of strings" if flag.several else "a string"
        raise InvalidValue(f"must be {wanted}, not {_shown(value)}")
    if flag.several == "again":
        return texts if flag.read is None else [flag.read(text) for text in texts]
    text = ",".join(texts)
    if flag.choices and text not in flag.choices:
        raise InvalidValue(f"must be one of {', '.join(flag.choices)}, not {text!r}")
    return text if flag.read is None else flag.read(text)


def _shown(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


def _similar(key: str, known: dict[str, Flag]) -> str:
    from difflib import get_close_matches

    undone = key.removeprefix("no-")
    if undone in known and known[undone].negation:
        return f" (did you mean '{undone} = false'?)"
    found = get_close_matches(key.replace("_", "-"), known, 1)
    return f" (did you mean {found[0]!r}?)" if found else ""
