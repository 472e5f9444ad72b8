"""The manual page and the completions of shells, made from the flags (``--generate``)."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from uri_extract._version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# What a value is, by its name in the help, where that can be completed.
_FILES: Final = ("FILE", "PATH", "DIR")


def _flags(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.option_strings and action.help != argparse.SUPPRESS]


def _takes_value(action: argparse.Action) -> bool:
    return action.nargs != 0


def _choices(action: argparse.Action) -> list[str]:
    return [str(choice) for choice in action.choices or ()]


def _value(action: argparse.Action) -> str:
    """Return how a flag's value is called, as ``--help`` calls it."""
    if action.choices:
        return "{" + ",".join(_choices(action)) + "}"
    return str(action.metavar or action.dest.upper())


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%")


# -- the manual page ---------------------------------------------------------------------------------------------


def man(parser: argparse.ArgumentParser) -> str:
    """Return the manual page (man(7))."""
    summary, _, rest = (parser.description or "").partition(":")
    lines = [
        f'.TH {parser.prog.upper()} 1 "" "{parser.prog} {__version__}"',
        *(".SH NAME", rf"{_roff(parser.prog)} \- {_roff(summary[:1].lower() + summary[1:])}"),
        *(".SH SYNOPSIS", f".B {_roff(parser.prog)}", r"[\fIOPTIONS\fR] [\fIPATH\fR ...]"),
        *(".SH DESCRIPTION", _roff(f"{summary}:{rest}" if rest else summary)),
        ".SH OPTIONS",
    ]
    for action in _flags(parser):
        names = ", ".join(rf"\fB{_roff(name)}\fR" for name in action.option_strings)
        value = rf" \fI{_roff(_value(action))}\fR" if _takes_value(action) else ""
        lines += [".TP", names + value, _roff(_help(action))]
    for section in (parser.epilog or "").split("\n\n"):
        title, _, body = section.partition(":\n")
        lines += [f".SH {title.upper()}", ".nf", *map(_roff, body.rstrip("\n").split("\n")), ".fi"]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text[:1] in (".", "'") else text


# -- completions -------------------------------------------------------------------------------------------------


def bash(parser: argparse.ArgumentParser) -> str:
    """Return completions for bash."""
    cases = []
    for action in _flags(parser):
        if not _takes_value(action):
            continue
        names = "|".join(action.option_strings)
        if action.choices:
            cases.append(f'    {names}) COMPREPLY=($(compgen -W {_list(_choices(action))} -- "$word")) ;;')
        elif action.metavar in _FILES:
            cases.append(f'    {names}) COMPREPLY=($(compgen -f -- "$word")) ;;')
        else:
            cases.append(f"    {names}) COMPREPLY=() ;;")
    flags = _list(name for action in _flags(parser) for name in action.option_strings)
    return "\n".join(
        [
            "_uri_extract() {",
            "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
            "  local IFS=$'\\n'",  # names of files may hold blanks
            "  case $before in",
            *cases,
            "    *) if [[ $word == -* ]]; then",
            f'      COMPREPLY=($(compgen -W {flags} -- "$word"))',
            "    else",
            '      COMPREPLY=($(compgen -f -- "$word"))',
            "    fi ;;",
            "  esac",
            "}",
            f"complete -o filenames -F _uri_extract {parser.prog}",
            "",
        ]
    )


def _list(words: Iterable[str]) -> str:
    return "$'" + "\\n".join(words) + "'"


def zsh(parser: argparse.ArgumentParser) -> str:
    """Return completions for zsh."""
    specifications = []
    for action in _flags(parser):
        text = _help(action).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
        value = ""
        if _takes_value(action):
            name = "value" if action.choices else _value(action)
            then = f"({' '.join(_choices(action))})" if action.choices else "_files" if action.metavar in _FILES else ""
            value = f":{name}:{then}"
        others = f"({' '.join(action.option_strings)})" if len(action.option_strings) > 1 else ""
        specifications += [_quoted(f"{others}{name}[{text}]{value}") for name in action.option_strings]
    specifications.append("'*:file:_files'")
    return f"#compdef {parser.prog}\n_arguments -s \\\n  " + " \\\n  ".join(specifications) + "\n"


def fish(parser: argparse.ArgumentParser) -> str:
    """Return completions for fish."""
    return "".join(_fish_lines(parser))


def _fish_lines(parser: argparse.ArgumentParser) -> Iterable[str]:
    for action in _flags(parser):
        names = " ".join(
            f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in action.option_strings
        )
        value = ""
        if _takes_value(action):
            value = " -r" if action.metavar in _FILES else " -x"
        if action.choices:
            value += f" -a {_fish(' '.join(_choices(action)))}"
        yield f"complete -c {parser.prog} {names}{value} -d {_fish(_help(action))}\n"


def _quoted(text: str) -> str:
    """Return the text as a word of bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


#: What ``--generate`` makes, by name.
GENERATORS: Final[dict[str, Callable[[argparse.ArgumentParser], str]]] = {
    "man": man,
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
}
