"""The :mod:`argparse` parser of the command line: for help, errors, and words that :mod:`.options` does not parse."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence

from uri_extract._compat._typing import Any, Final, NoReturn
from uri_extract.cli.flags import EXAMPLES, GROUPS, NAME, PATHS, STATUS, SUMMARY, Flag, flags
from uri_extract.cli.terminal import on_one_line
from uri_extract.errors import UriExtractError
from uri_extract.processes import standard_streams
from uri_extract.sinks.formats import TABLE

# The flags that ``-h`` prints, and what it says about them.
_SHORT: Final = (
    ("-o FILE", "write to FILE; its suffix chooses the format: .csv, .jsonl ..."),
    ("--report FILE", "write an HTML page with totals and a searchable table"),
    ("--format WHICH", "lines, json, jsonl, csv, tsv, sqlite, parquet and others"),
    ("--fields LIST", "write only these fields: --fields sender,subject,target,host"),
    ("--count-by host", "count links by host, scheme, registered-domain and others"),
    ("--unique", "print each link once; --unique-by host: one link of each host"),
    ("--scheme LIST", "only these schemes; --host LIST: only these hosts"),
    ("--unwrap", "print the URI inside rewritten links (Safe Links and others)"),
    ("--base URI", "resolve relative links against URI"),
    ("--suffix", "also find www.example.org; --mail-addresses: ada@example.org"),
    ("-H, -n", "print the document name; the line number"),
    ("-g GLOB", "in directories, read only files that match, such as '*.html'"),
    ("-j 0", "use all processors"),
    ("--stats", "print how much was read and found"),
    ("--explain", "print why each candidate was found, or was not"),
)
# What other programs call a flag, or what to do here.
_HABITS: Final = {
    **{f"--{name}": f"use --format {name}" for name in ("json", "jsonl", "csv", "tsv", "html", "parquet", "sqlite")},
    **dict.fromkeys(("-r", "-R", "--recursive"), "directories are read with all files below them"),
    **dict.fromkeys(("-v", "--verbose"), "use --stats or --explain"),
    **dict.fromkeys(("--columns", "--select"), "use --fields"),
    **dict.fromkeys(("-u", "--uniq"), "use --unique"),
    **dict.fromkeys(("-c", "--count"), "use --stats, or --count-by host"),
    **dict.fromkeys(("--domain", "--domains"), "use --host to choose, --count-by registered-domain to count"),
    "--sort": "pipe lines to sort; --count-by prints the most frequent first",
}


class Parser(standard_streams.ParserOutput, argparse.ArgumentParser):
    """An argument parser whose errors have two lines and suggest what to write."""

    def format_help(self) -> str:
        """Return the help, with formats, examples and exit status at its end."""
        formats = [
            (name, f"{each.help} ({', '.join(each.suffixes)})".removesuffix(" ()")) for name, each in TABLE.items()
        ]
        statuses = [(str(status), meaning) for status, meaning in STATUS]
        tables = (("formats", formats, 8), ("examples", EXAMPLES, 36), ("exit status", statuses, 1))
        self.description: str | None = textwrap.fill(SUMMARY, 80)
        self.epilog: str | None = "\n".join(_table(*table) for table in tables)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with status 2."""
        if message.startswith("unrecognized arguments: "):
            message += _similar(message.split()[2])
        elif message.endswith(": expected one argument"):
            name = message.removesuffix(": expected one argument").rpartition("/")[2].removeprefix("argument ")
            if choices := next(flag.choices for flag in flags() if name in flag.names):
                message = message.removesuffix("argument") + f"of {', '.join(choices)}"
            else:
                message += f"; write {name}=VALUE for a value that begins with '-'"
        message = message.replace(": ignored explicit argument ", ": takes no value, but was given ", 1)
        self.print_usage(sys.stderr)
        self.exit(2, f"{NAME}: error: {message}\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Exit with a message; control characters in it are escaped, because it may quote a hostile file name."""
        super().exit(status, message and f"{on_one_line(message.removesuffix(chr(10)))}\n")


def _similar(name: str) -> str:
    """Return what to use instead, in parentheses: for a habit, or the most similar flag; empty if there is none."""
    from difflib import get_close_matches

    if name.partition("=")[0] in _HABITS:
        return f" ({_HABITS[name.partition('=')[0]]})"
    known = [each for flag in flags() for each in flag.all_names if each.startswith("--")]
    found = get_close_matches(name.partition("=")[0], known, 1, 0.75)
    return f" (did you mean {found[0]}?)" if found else ""


def parser() -> Parser:
    """Return the parser of the command line; its result has only the options that were given."""
    parser = Parser(
        prog=NAME,
        usage=f"{NAME} [OPTIONS] [PATH...]",
        formatter_class=_Formatter,
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,  # a new flag would make an abbreviation ambiguous
        add_help=False,
    )
    parser.add_argument_group("paths").add_argument("paths", nargs="*", metavar="PATH", default=[], help=PATHS)
    for title, group in GROUPS.items():
        arguments = parser.add_argument_group(title)
        exclusive: dict[str, Any] = {}
        for flag in group:
            if flag.value is None and flag.into:
                if flag.into not in exclusive:
                    exclusive[flag.into] = arguments.add_mutually_exclusive_group()
                _add(exclusive[flag.into], flag)
            else:
                _add(arguments, flag)
    return parser


def _add(arguments: Any, flag: Flag) -> None:
    special = {
        "--help": "help", "-h": _Short, "--version": _Version,
        "--generate": _Generate, "--install-completion": _Generate,
    }.get(flag.names[-1])  # fmt: skip
    more: dict[str, Any] = {"help": flag.help.replace("%", "%%")}
    if special:
        more["action"] = special
    elif flag.value is None:
        shown = flag.default is True  # only then does the help show the name that turns it off
        if flag.negation:
            more["action"] = _switch(flag.negation)
            arguments.add_argument(*(flag.all_names if shown else flag.names), dest=flag.place, **more)
            if not shown:
                arguments.add_argument(flag.negation, dest=flag.place, action=more["action"], help=argparse.SUPPRESS)
            return
        more |= {"action": "store_const", "const": flag.const}
    else:
        more |= {
            "action": {"again": "append", ",": _Union, "order": _Ordered}.get(flag.several, "store"),
            "type": _type(flag),
        }
    if flag.choices:
        more["choices"] = flag.choices
    elif flag.value:
        more["metavar"] = flag.value
    arguments.add_argument(*flag.names, dest=flag.place, **more)


def _switch(negation: str) -> type[argparse.Action]:
    class Switch(argparse.Action):
        def __init__(self, option_strings: Sequence[str], dest: str, **more: Any) -> None:
            super().__init__(option_strings, dest, nargs=0, **more)

        def __call__(self, _: object, namespace: object, __: object, name: str | None = None) -> None:
            setattr(namespace, self.dest, name != negation)

    return Switch


def _type(flag: Flag) -> Callable[[str], Any]:
    read = flag.read
    if read is None:
        return str

    def checked(text: str) -> Any:
        try:
            return read(text)
        except UriExtractError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return checked


def _table(title: str, rows: Iterable[tuple[str, str]], width: int) -> str:
    """Return rows of two columns below a title; a first column that is longer than ``width`` has a line of its own."""
    lines = [f"{title}:"]
    for first, second in rows:
        start = f"  {first:{width}}  "
        if len(first) > width:
            lines.append(start.rstrip())
            start = " " * 8
        lines.append(textwrap.fill(second, 80, initial_indent=start, subsequent_indent=" " * (width + 4)))
    return "\n".join(lines) + "\n"


class _Union(argparse.Action):
    """Adds values to the values given before: ``--scheme http --scheme ftp`` chooses both."""

    def __call__(self, _: object, namespace: argparse.Namespace, values: Any, __: object = None) -> None:
        setattr(namespace, self.dest, getattr(namespace, self.dest, frozenset()) | values)


class _Ordered(argparse.Action):
    """Adds values after the values given before, each once."""

    def __call__(self, _: object, namespace: argparse.Namespace, values: Any, __: object = None) -> None:
        setattr(namespace, self.dest, tuple(dict.fromkeys((*getattr(namespace, self.dest, ()), *values))))


class _Generate(argparse.Action):
    """Prints the page, script or schema that ``--generate`` names, or where completions were installed, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, values: Any, *__: object) -> None:
        from uri_extract.cli.generate import GENERATORS, install_completion

        standard_streams.write(GENERATORS[values]() if self.dest == "generate" else install_completion(values))
        parser.exit()


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lines of at most 80 characters; a long list of choices follows on lines of its own."""

    def __init__(self, prog: str) -> None:
        import shutil  # slow to import

        super().__init__(prog, width=min(80, shutil.get_terminal_size().columns))

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Callable[[int], tuple[str, ...]]:
        if action.choices and action.metavar is None and len(",".join(action.choices)) > 60:
            return lambda size: ("WHICH",) * size
        return super()._metavar_formatter(action, default_metavar)


class _Short(argparse.Action):
    """Prints the most used flags, and exits."""

    def __init__(self, option_strings: Sequence[str], dest: str, **more: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=more.get("help"))

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        examples = "".join(f"  {command}\n" for command, _ in EXAMPLES[:8])
        lines = "".join(f"  {flag:16}{what}\n" for flag, what in _SHORT)
        standard_streams.write(
            f"usage: {parser.usage}\n\nPrint every URI in text, mail, HTML, office documents and archives.\n\n"
            f"examples:\n{examples}\nmost used flags ({NAME} --help prints all):\n{lines}"
        )
        parser.exit()


class _Version(argparse.Action):
    """Prints the version, which kernels run and why they are interpreted, and exits."""

    def __init__(self, option_strings: Sequence[str], dest: str, **more: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, help=more.get("help"))

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from uri_extract._version import __version__
        from uri_extract.cli.summary import why_interpreted
        from uri_extract.scan import kernels

        python, why = ".".join(map(str, sys.version_info[:3])), why_interpreted()
        more = f"Kernels run interpreted, which is slower: {why}\n" if why else ""
        standard_streams.write(f"{NAME} {__version__} ({next(iter(kernels))} kernels, Python {python})\n{more}")
        parser.exit()
