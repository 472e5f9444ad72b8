"""``--generate``: the manual page, completions for shells, ``docs/command.md``, and the JSON Schema of records."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from uri_extract._compat._typing import Final
from uri_extract._version import __version__
from uri_extract.cli.configuration import directory_of_user
from uri_extract.cli.flags import ENVIRONMENT, EXAMPLES, GROUPS, NAME, PATHS, STATUS, SUMMARY, Flag, flags
from uri_extract.cli.terminal import on_one_line
from uri_extract.cli.values import DELIMITERS, KINDS
from uri_extract.rows import schema
from uri_extract.sinks.formats import COMPRESSIONS, TABLE
from uri_extract.sinks.output import whole_file
from uri_extract.uri.hazards import NAMES as HAZARDS

# Placeholders of values that a shell completes as file names.
_FILES: Final = ("FILE", "PATH", "DIR")
CONFIGURATION: Final = (
    "The configuration file is TOML; its keys are the long names of flags. A switch is true or false, a list is a "
    "string with commas or an array of strings, and N is a number. Flags of the command line override the file, but "
    "globs of both count. --no-x turns off a switch x of the file; for redact this is the only way. The file cannot set"
)


_SUFFIXES: Final = (
    "The suffix of the name given with -o chooses the format; a second suffix "
    f"({', '.join(each.suffix for each in COMPRESSIONS)}) compresses text formats. "
    "A name without a suffix means lines; any other suffix needs --format or --template."
)


_FIELDS: Final = (
    f"Version {schema.VERSION} of the fields: JSON Lines, tables and databases have them in this order. before and "
    f"after are present only with --with-context; {', '.join(schema.REQUESTED)} only with --fields or --with-fields, "
    f"and in templates. {NAME} --generate schema prints the JSON Schema."
)
#: The kinds of problems: what is wrong, and what was done about it.
PROBLEMS: Final = {
    "block-too-long": "a paragraph or a line of lightweight markup exceeds a limit; it is divided",
    "contained-too-long": "a document inside a mail exceeds a limit; it is skipped",
    "content-too-long": "the text of an element of XML, a paragraph of an office document, or a link exceeds a limit",
    "context-too-far": "the text around a reference (--with-context) was dropped before the reference was found",
    "damaged": "bytes are not what their format requires; reading resumes where it can",
    "encrypted": "encrypted content is not read",
    "entity": "entities that a DTD declares are not expanded",
    "expands-too-far": "decompression, or a text that is used again and again, exceeds a limit; the rest is not read",
    "field-too-long": "a header field of a mail exceeds a limit; the rest of it is read as text",
    "header-too-long": "the header of an HTTP message exceeds a limit; the rest of it is read as text",
    "internal": "a reader failed; in tables only",
    "late-base": "a base comes after references that were resolved without it",
    "missing-extra": "reading needs a package that is not installed; the message names it",
    "nested-too-deep": "the parts of a message are nested too deep; what is inside is read as text",
    "partial": "only strings are read from a file whose format is not supported",
    "process-ended": "two worker processes died while reading the input; it was read in part",
    "reference-too-long": "a reference exceeds a limit; it is left out",
    "sparse": "the holes of a sparse file are left out",
    "too-deep": "containers or other structures are nested too deep",
    "too-large": "a file that can only be read as a whole exceeds a limit; it is not read",
    "too-many-members": "an input holds too many documents; the rest is not read",
    "too-many-problems": "further problems of the same input are not reported",
    "too-many-relationships": "an office document has too many relationships; the rest is ignored",
    "truncated": "the input ends too soon",
    "unknown-charset": "a declared charset is unknown; another one is used",
    "unreadable": "a file cannot be opened or read",
    "unreadable-encoding": "a document declares an encoding that cannot be decoded; another one is used",
    "unsupported": "a format, or a part of one, is recognized but not read",
    "unusable-base": "a base has no scheme, or is too long; references relative to it have no target",
}
_PROBLEMS: Final = (
    "Input that could not be read, or only in part, is reported as a record with these fields. The kinds of problems "
    "are listed below. The wording of messages may change between versions."
)
_TYPES: Final = {schema.NAME: "text", schema.LIST: "list of text"}


def _formats() -> Iterator[tuple[str, str, str]]:
    """Yield name, suffixes and meaning of each format."""
    for name, each in TABLE.items():
        yield name, ", ".join(each.suffixes), each.help


def _unset() -> list[str]:
    """Return the flags that the configuration file cannot set."""
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
        lines += [".TP", rf"\fB{_roff(command)}\fR", _roff(meaning)]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text[:1] in (".", "'") else text


# -- completions -------------------------------------------------------------------------------------------------


def listed(flag: Flag) -> tuple[str, ...]:
    """Return the words that a comma-separated value of a flag may contain; empty if they are not known."""
    if flag.several not in (",", "order"):
        return ()
    fields = (*schema.COLUMNS, *schema.CONTEXT, *schema.REQUESTED)
    return {
        "kind": KINDS,
        "delimiter": DELIMITERS,
        "hazard": ("any", *HAZARDS),
        "fields": fields,
        "with-fields": schema.REQUESTED,
    }.get(flag.long, ())


#: What a file has near its beginning if it is a completion script from here.
_MADE_BY: Final = f"made by {NAME} --generate"
# Where shells look for completions of a user, below which directory, and what the user does then.
_DATA: Final = ("XDG_DATA_HOME", ".local/share")
_PLACES: Final = {
    "bash": (*_DATA, f"bash-completion/completions/{NAME}", "a new bash with the package bash-completion loads it"),
    "zsh": (*_DATA, f"zsh/site-functions/_{NAME}", "add 'fpath=({} $fpath)' to ~/.zshrc, before compinit"),
    "fish": ("XDG_CONFIG_HOME", ".config", f"fish/completions/{NAME}.fish", "a new fish loads it"),
}


def install_completion(shell: str) -> str:
    """Write completions for this user, and return what to do then.

    :raises OSError: if the file cannot be written, or exists and is none of ours
    """
    variable, default, name, then = _PLACES[shell]
    path = os.path.join(directory_of_user(variable, default), name)
    with suppress(FileNotFoundError), open(path, "rb") as file:
        if _MADE_BY.encode() not in file.read(200):
            raise FileExistsError(errno.EEXIST, f"is not {_MADE_BY}; remove it first", path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with whole_file(path) as out:
        out.write(GENERATORS[shell]().encode())
    return on_one_line(f"written to {path}; {then.format(os.path.dirname(path))}") + "\n"


# Bash treats "=" as a word of its own: the flag is the word before it. In a list the part after the last comma is
# completed.
_BASH: Final = """\
# made by uri-extract --generate bash
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
        text = flag.summary.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
        value = ""
        if flag.value:
            name = "value" if flag.choices else flag.shown_value
            then = f"({' '.join(flag.choices)})" if flag.choices else "_files" if flag.value in _FILES else " "
            if listed(flag):
                then = f"_values -s , {name} {' '.join(listed(flag))}"
            value = f":{name}:{then}"
        others = f"({' '.join(flag.all_names)})" if len(flag.all_names) > 1 else ""
        # "=" after a long name: the value may also follow "="; "+" after a short name: it may follow immediately
        for each in flag.all_names:
            then = ("=" if each.startswith("--") else "+") if value else ""
            specifications.append(_quoted(f"{others}{each}{then}[{text}]{value}"))
    specifications.append("'*:file:_files'")
    body = "_arguments -s \\\n  " + " \\\n  ".join(specifications)
    return f"#compdef {NAME}\n# {_MADE_BY} zsh\n_uri_extract() {{\n{body}\n}}\n{_ZSH_END}"


# If compinit loads the file, it is the body of the function; if it is sourced, it has to register the function.
_ZSH_END: Final = f"""\
if [ "$funcstack[1]" = "_{NAME}" ]; then
  _uri_extract "$@"
else
  compdef _uri_extract {NAME}
fi
"""


def fish() -> str:
    """Return completions for fish."""
    return f"# {_MADE_BY} fish\n{''.join(_fish_lines())}"


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
        yield f"complete -c {NAME} {names}{value} -d {_fish(flag.summary)}\n"


def _quoted(text: str) -> str:
    """Return the text as a word of bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# -- the reference -----------------------------------------------------------------------------------------------


def markdown() -> str:
    """Return the reference of the command (``docs/command.md``)."""
    lines = [
        f"# {NAME}",
        "",
        f"    {NAME} [OPTIONS] [PATH...]",
        "",
        _escaped(SUMMARY),
        "",
        f"Paths are {_escaped(PATHS)}.",
        "",
        f"`{NAME} --generate markdown` writes this page from the same table as `--help`.",
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
    lines += [f"    {command}  # {meaning}" for command, meaning in EXAMPLES]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """Return text with the characters escaped that Markdown would interpret."""
    for mark in "\\`*_[]<>|":
        text = text.replace(mark, f"\\{mark}")
    return text


def json_schema() -> str:
    """Return the JSON Schema of a line of JSON Lines."""
    return json.dumps(schema.json_schema(), indent=2) + "\n"


#: The functions of ``--generate``, by name.
GENERATORS: Final[dict[str, Callable[[], str]]] = {
    "man": man, "bash": bash, "zsh": zsh, "fish": fish, "markdown": markdown, "schema": json_schema,
}  # fmt: skip
