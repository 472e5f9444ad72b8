"""``--generate``: the manual page, completions for shells, ``docs/command.md``, and the JSON Schema of records."""

from __future__ import annotations

import json

from uri_extract import schema
from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract._version import __version__
from uri_extract.cli.flags import ENVIRONMENT, EXAMPLES, GROUPS, NAME, PATHS, STATUS, SUMMARY, Flag, flags
from uri_extract.cli.values import DELIMITERS, KINDS
from uri_extract.sinks.formats import COMPRESSIONS, TABLE
from uri_extract.uri.hazards import NAMES as HAZARDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# What a value is, by its name in the help, where that can be completed.
_FILES: Final = ("FILE", "PATH", "DIR")
CONFIGURATION: Final = (
    "Keys of the configuration file (TOML) are the long names of flags: a switch is true or false, a list is text with "
    "commas or a list of texts, N is a number. The command line overrides it; globs of both count. --no-x undoes a "
    "switch x that it has on, which redact needs: no other flag undoes it. It cannot set"
)


_SUFFIXES: Final = (
    "The suffix of the name given with -o says the format, and "
    f"{', '.join(each.suffix for each in COMPRESSIONS)} after it compresses text. "
    "A name without a suffix is lines; any other suffix needs --format or --template."
)


_FIELDS: Final = (
    f"Version {schema.VERSION}. JSON Lines, tables and databases have these fields, in this order; before and after "
    "only with --with-context, nested and browses_to only with --with-fields or in a template. "
    f"{NAME} --generate schema prints the JSON Schema."
)
#: The kinds of problems, and what was done.
PROBLEMS: Final = {
    "block-too-long": "a paragraph or a line of lightweight markup exceeds a limit; it is divided",
    "contained-too-long": "a document inside a mail exceeds a limit; it is skipped",
    "content-too-long": "the text of an element of XML, or a paragraph of an office document, exceeds a limit",
    "context-too-far": "the text around a reference (--with-context) was dropped before the reference was found",
    "damaged": "bytes are not what their format requires; reading resumes where it can",
    "encrypted": "what is encrypted is not read",
    "entity": "entities that a DTD declares are not expanded",
    "expands-too-far": "decompression exceeds a limit; the rest is not read",
    "field-too-long": "a header field of a mail exceeds a limit; the rest of it is read as text",
    "header-too-long": "the header of an HTTP message exceeds a limit; the rest of it is read as text",
    "internal": "a reader failed; in tables only",
    "late-base": "a base comes after references that were resolved without it",
    "missing-extra": "a package is not installed, which the message names",
    "nested-too-deep": "the parts of a message are nested too deep; what is inside is read as text",
    "partial": "of a format that is not read, only the strings are",
    "process-ended": "two worker processes died while reading the input; it was read in part",
    "reference-too-long": "a reference exceeds a limit; it is left out",
    "sparse": "the holes of a sparse file are left out",
    "too-deep": "containers, or other things that hold each other, are nested too deep",
    "too-large": "what can only be read as a whole exceeds a limit; it is not read",
    "too-many-members": "an input holds too many documents; the rest is not read",
    "too-many-problems": "further problems of the same input are not reported",
    "too-many-relationships": "an office document has too many relationships; the rest is ignored",
    "truncated": "the input ends too soon",
    "unknown-charset": "a charset that is declared is unknown; another one is used",
    "unreadable": "it cannot be opened or read",
    "unreadable-encoding": "a document declares an encoding that cannot be decoded; another one is used",
    "unsupported": "a format, or a part of one, is recognized and not read",
    "unusable-base": "a base has no scheme, or is too long; references relative to it have no target",
}
_PROBLEMS: Final = (
    "Input that could not be read as it should is a record with these fields. problem is its kind, one of those below; "
    "offset is a byte of the document; message says what is wrong, and may change."
)
_TYPES: Final = {schema.NAME: "text", schema.LIST: "list of text"}


def _formats() -> Iterator[tuple[str, str, str]]:
    """Yield name, suffixes and meaning of each format."""
    for name, each in TABLE.items():
        yield name, ", ".join(each.suffixes), each.help


def _unset() -> list[str]:
    """Return the flags that no key sets."""
    return [flag.names[-1] for flag in flags() if not flag.is_key]


# -- the manual page ---------------------------------------------------------------------------------------------


def man() -> str:
    """Return the manual page (man(7))."""
    summary, _, rest = SUMMARY.partition(":")
    lines = [
        f'.TH {NAME.upper()} 1 "" "{NAME} {__version__}"',
        *(".SH NAME", rf"{_roff(NAME)} \- {_roff(summary[:1].lower() + summary[1:])}"),
        *(".SH SYNOPSIS", f".B {_roff(NAME)}", r"[\fIOPTIONS\fR] [\fIPATH\fR ...]"),
        *(".SH DESCRIPTION", _roff(f"{summary}:{rest}"), ".PP", _roff(f"Paths are {PATHS}.")),
        ".SH OPTIONS",
    ]
    for title, group in GROUPS.items():
        lines.append(f".SS {title.capitalize()}")
        for flag in group:
            names = ", ".join(rf"\fB{_roff(name)}\fR" for name in flag.all_names)
            value = rf" \fI{_roff(flag.shown_value)}\fR" if flag.value else ""
            lines += [".TP", names + value, _roff(flag.help)]
    lines.append(".SH FORMATS")
    for name, suffixes, meaning in _formats():
        lines += [".TP", rf"\fB{_roff(name)}\fR" + (f" ({_roff(suffixes)})" if suffixes else ""), _roff(meaning)]
    lines += [".PP", _roff(_SUFFIXES)]
    lines += [".SH CONFIGURATION", _roff(f"{CONFIGURATION} {', '.join(_unset())}."), ".SH ENVIRONMENT"]
    for name, meaning in ENVIRONMENT:
        lines += [".TP", rf"\fB{_roff(name)}\fR", _roff(meaning)]
    lines.append(".SH EXIT STATUS")
    for status, meaning in STATUS:
        lines += [".TP", rf"\fB{status}\fR", _roff(meaning)]
    lines.append(".SH EXAMPLES")
    for command, meaning in EXAMPLES:
        lines += [".TP", rf"\fB{_roff(command)}\fR", _roff(meaning)] if meaning else [".TP", rf"\fB{_roff(command)}\fR"]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text[:1] in (".", "'") else text


# -- completions -------------------------------------------------------------------------------------------------


def listed(flag: Flag) -> tuple[str, ...]:
    """Return the words of which the value of a flag is a list, with commas; empty where they are not known."""
    if flag.several != ",":
        return ()
    requested = tuple(field.name for field in schema.REQUESTED_FIELDS)
    return {"kind": KINDS, "delimiter": DELIMITERS, "hazard": ("any", *HAZARDS), "with-fields": requested}.get(
        flag.long, ()
    )


# In bash "=" is a word of its own: what precedes it is the flag. After a comma the last word of a list is completed.
_BASH: Final = """\
_uri_extract_list() {
  local each head=
  [[ $word == *,* ]] && head=${word%,*},
  for each in $(compgen -W "$1" -- "${word##*,}"); do COMPREPLY+=("$head$each"); done
  compopt -o nospace 2> /dev/null
}
_uri_extract() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  if [[ $word == = ]]; then word=
  elif [[ $before == = && $COMP_CWORD -gt 1 ]]; then before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  local IFS=$'\\n'  # names of files may hold blanks
  case $before in"""


def bash() -> str:
    """Return completions for bash."""
    cases = []
    for flag in flags():
        if not flag.value:
            continue
        given = "|".join(flag.all_names)
        if flag.choices:
            cases.append(f'    {given}) COMPREPLY=($(compgen -W {_list(flag.choices)} -- "$word")) ;;')
        elif listed(flag):
            cases.append(f"    {given}) _uri_extract_list {_list(listed(flag))} ;;")
        elif flag.value in _FILES:
            cases.append(f'    {given}) COMPREPLY=($(compgen -f -- "$word")) ;;')
        else:
            cases.append(f"    {given}) COMPREPLY=() ;;")
    names = _list(name for flag in flags() for name in flag.all_names)
    return "\n".join(
        [
            _BASH,
            *cases,
            "    *) if [[ $word == -* ]]; then",
            f'      COMPREPLY=($(compgen -W {names} -- "$word"))',
            "    else",
            '      COMPREPLY=($(compgen -f -- "$word"))',
            "    fi ;;",
            "  esac",
            "}",
            f"complete -o filenames -F _uri_extract {NAME}",
            "",
        ]
    )


def _list(words: Iterable[str]) -> str:
    return "$'" + "\\n".join(words) + "'"


def zsh() -> str:
    """Return completions for zsh: for ``fpath`` as ``_uri-extract``, or to be sourced."""
    specifications = []
    for flag in flags():
        text = flag.help.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
        value = ""
        if flag.value:
            name = "value" if flag.choices else flag.shown_value
            then = f"({' '.join(flag.choices)})" if flag.choices else "_files" if flag.value in _FILES else " "
            if listed(flag):
                then = f"_values -s , {name} {' '.join(listed(flag))}"
            value = f":{name}:{then}"
        others = f"({' '.join(flag.all_names)})" if len(flag.all_names) > 1 else ""
        # "=" after a long name: the value may also follow it; "+" after a short one: or follow at once
        for each in flag.all_names:
            then = ("=" if each.startswith("--") else "+") if value else ""
            specifications.append(_quoted(f"{others}{each}{then}[{text}]{value}"))
    specifications.append("'*:file:_files'")
    body = "_arguments -s \\\n  " + " \\\n  ".join(specifications)
    return f"#compdef {NAME}\n_uri_extract() {{\n{body}\n}}\n{_ZSH_END}"


# Loaded by compinit, the file is the function itself; sourced, it has to register it.
_ZSH_END: Final = f"""\
if [ "$funcstack[1]" = "_{NAME}" ]; then
  _uri_extract "$@"
else
  compdef _uri_extract {NAME}
fi
"""


def fish() -> str:
    """Return completions for fish."""
    return "".join(_fish_lines())


def _fish_lines() -> Iterable[str]:
    for flag in flags():
        names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.all_names)
        value = ""
        if flag.value:
            value = " -r" if flag.value in _FILES else " -x"
        if flag.choices:
            value += f" -a {_fish(' '.join(flag.choices))}"
        if words := listed(flag):
            ask = f'(__fish_complete_list , \'string split " " "{" ".join(words)}"\')'
            value += f" -a {_fish(ask)}"
        yield f"complete -c {NAME} {names}{value} -d {_fish(flag.help)}\n"


def _quoted(text: str) -> str:
    """Return the text as a word of bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# -- the reference -----------------------------------------------------------------------------------------------


def markdown() -> str:
    """Return the reference of the command, which is ``docs/command.md``."""
    lines = [
        f"# {NAME}",
        "",
        f"    {NAME} [OPTIONS] [PATH...]",
        "",
        _escaped(SUMMARY),
        "",
        f"Paths are {_escaped(PATHS)}.",
        "",
        f"This page is made by `{NAME} --generate markdown`, from the table that `--help` is made from.",
    ]
    for title, group in GROUPS.items():
        lines += ["", f"## {title.capitalize()}", ""]
        lines += ["| flag | meaning |", "|---|---|"]
        for flag in group:
            value = f" {flag.shown_value}" if flag.value else ""
            lines.append(f"| `{', '.join(flag.all_names)}{value}` | {_escaped(flag.help)} |")
    lines += ["", "## Formats", "", "| format | suffixes | what it is |", "|---|---|---|"]
    lines += [f"| `{name}` | {suffixes} | {_escaped(meaning)} |" for name, suffixes, meaning in _formats()]
    lines += ["", _escaped(_SUFFIXES)]
    lines += ["", "## Fields", "", _escaped(_FIELDS), "", "| field | type | what it is |", "|---|---|---|"]
    for field in (*schema.FIELDS, *schema.CONTEXT_FIELDS, *schema.REQUESTED_FIELDS):
        type = f"{_TYPES.get(field.type, field.type)}{' or null' if field.nullable else ''}"
        lines.append(f"| `{field.name}` | {type} | {_escaped(field.help)} |")
    lines += ["", "## Problems", "", _escaped(_PROBLEMS), "", "| field | type | what it is |", "|---|---|---|"]
    for field in schema.PROBLEM_FIELDS:
        type = f"{field.type}{' or null' if field.nullable else ''}"
        lines.append(f"| `{field.name}` | {type} | {_escaped(field.help)} |")
    lines += ["", "| problem | meaning |", "|---|---|"]
    lines += [f"| `{kind}` | {_escaped(meaning)} |" for kind, meaning in PROBLEMS.items()]
    lines += ["", "## The configuration file", "", _escaped(f"{CONFIGURATION} {', '.join(_unset())}."), ""]
    lines += ["    # ~/.config/uri-extract/config.toml", "    unique = true", '    scheme = ["http", "https"]']
    lines += ['    glob = ["!*.bak"]', "    max-depth = 3"]
    lines += ["", "## Environment", "", "| variable | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {_escaped(meaning)} |" for name, meaning in ENVIRONMENT]
    lines += ["", "## Exit status", "", "| status | meaning |", "|---|---|"]
    lines += [f"| {status} | {_escaped(meaning)} |" for status, meaning in STATUS]
    lines += ["", "## Examples", ""]
    lines += [f"    {command}" + (f"  # {meaning}" if meaning else "") for command, meaning in EXAMPLES]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """Return text as Markdown shows it."""
    for mark in "\\`*_[]<>|":
        text = text.replace(mark, f"\\{mark}")
    return text


def json_schema() -> str:
    """Return the JSON Schema of a line of JSON Lines."""
    return json.dumps(schema.json_schema(), indent=2) + "\n"


#: What ``--generate`` makes, by name.
GENERATORS: Final[dict[str, Callable[[], str]]] = {
    "man": man,
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
    "markdown": markdown,
    "schema": json_schema,
}
