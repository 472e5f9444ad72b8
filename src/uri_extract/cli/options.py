"""What the command is asked for: its flags and the configuration file, read by the table (:mod:`.flags`)."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from uri_extract import _standard_streams
from uri_extract.cli import configuration, naming
from uri_extract.cli.flags import (
    CONFLICTS,
    EXAMPLES,
    GROUPS,
    NAME,
    PATHS,
    STATUS,
    SUMMARY,
    Flag,
    defaults,
    flags,
)
from uri_extract.cli.terminal import on_one_line
from uri_extract.cli.values import InvalidValue
from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class _Parser(_standard_streams.ParserOutput, argparse.ArgumentParser):
    """Says what is wrong in two lines, and not with the whole usage."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments: "):
            message += _similar(message.split()[2])
        self.print_usage(sys.stderr)
        self.exit(2, f"{NAME}: error: {message}\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Exit; the message may name what a shell expanded, so nothing in it acts on a terminal."""
        super().exit(status, message and f"{on_one_line(message.removesuffix(chr(10)))}\n")


def _similar(name: str) -> str:
    """Return the flag that was perhaps meant, as a question."""
    from difflib import get_close_matches

    known = [each for flag in flags() for each in flag.all_names if each.startswith("--")]
    found = get_close_matches(name.partition("=")[0], known, 1, 0.75)
    return f" (did you mean {found[0]}?)" if found else ""


def parser() -> _Parser:
    """Return what reads a command line; in what it returns is only what was given there."""
    parser = _Parser(
        prog=NAME,
        usage=f"{NAME} [OPTIONS] [PATH...]",
        description=SUMMARY,
        epilog=f"examples:\n{_examples()}\nexit status:\n{_statuses()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,  # what is short for one flag today is short for two tomorrow
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
    special = {"help": "help", "version": _Version, "generate": _Generate}.get(flag.long)
    more: dict[str, Any] = {"help": flag.help.replace("%", "%%")}
    if special:
        more["action"] = special
    elif flag.value is None:
        shown = flag.default is True  # the name of what undoes it is worth a word then
        if flag.negation:
            more["action"] = _switch(flag.negation)
            arguments.add_argument(*(flag.all_names if shown else flag.names), dest=flag.place, **more)
            if not shown:
                arguments.add_argument(flag.negation, dest=flag.place, action=more["action"], help=argparse.SUPPRESS)
            return
        more |= {"action": "store_const", "const": flag.const}
    else:
        more |= {"action": {"again": "append", ",": _Union}.get(flag.several, "store"), "type": _type(flag)}
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
        except InvalidValue as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return checked


def _examples() -> str:
    lines = []
    for command, meaning in EXAMPLES:
        if meaning and len(command) > 38:
            lines += [command, f"{'':38}  {meaning}"]
        else:
            lines.append(f"{command:38}  {meaning}".rstrip())
    return "".join(f"  {line}\n" for line in lines)


def _statuses() -> str:
    return "".join(f"  {status}  {meaning}\n" for status, meaning in STATUS)


# -- what was asked for ------------------------------------------------------------------------------------------


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options; what is wrong with them is said on standard error, and the exit status is 2."""
    table = parser()
    given = vars(table.parse_args(arguments))
    try:
        file, configured = configuration.read(given.get("config"), given.get("no_config", False))
    except configuration.InvalidConfiguration as error:
        table.exit(2, f"{NAME}: {error}\n")
    unset = defaults()
    said = _output_of(table, given, configured)
    for place, other, allowed, *unless in CONFLICTS:
        if any(_is_set(each, given, configured, unset) for each in unless):
            continue
        if _is_set(place, given, configured, unset) and _is_set(other, given, configured, unset, allowed):
            if place in given and other in given:
                first, second = (said.get(each) or _name(each, given) for each in (place, other))
                table.error(f"argument {first}: not allowed with argument {second}")
            if place in given or other in given:  # the command line counts
                configured.pop(other if place in given else place)
            else:
                names = " and ".join(_name(each, configured)[2:].partition(" ")[0] for each in (place, other))
                table.exit(2, f"{NAME}: {file}: {names} do not go together\n")
    options = argparse.Namespace(**{**unset, **configured, **given})
    options.value = options.value or "target"
    try:
        _declare(options, given)
    except UriExtractError as error:
        if "charset" in given or "media_type" in given:
            table.error(f"argument --charset: {error}")
        table.exit(2, f"{NAME}: {file}: {error}\n")
    if options.null_separated and not options.files_from:
        table.error("argument -0: needs --files-from")
    if options.checkpoint and ("-" in options.paths or not (options.paths or options.files_from)):
        table.error("argument --checkpoint: standard input cannot be read again")
    if options.files_from == "-" and "-" in options.paths:
        table.error("argument --files-from: standard input cannot be a list and a document")
    if options.kind == {"suffix"} and not (options.suffix or options.mail_addresses):
        table.error("argument --kind: suffix needs --suffix or --mail-addresses, without which none is found")
    if options.template is not None and not options.with_context and _shows_context(options.template):
        table.error("argument --template: {before} and {after} need --with-context N")
    if options.template is not None and options.with_context and not _shows_context(options.template):
        if "with_context" in given:
            table.error("argument --with-context: needs {before} or {after} in --template")
        options.with_context = 0
    if options.format == "sqlite" and not options.output:
        table.error("argument --format: sqlite needs -o FILE")
    options.glob = [*configured.get("glob", ()), *given.get("glob", ())]
    return options


def _declare(options: argparse.Namespace, given: dict[str, Any]) -> None:
    """Take the charset out of the media type. What the command line says counts before what the configuration says."""
    if options.media_type is None:
        return
    from uri_extract.media.options import declared, split_media_type

    if "media_type" not in given and "charset" in given:
        options.media_type, _ = split_media_type(options.media_type)
    elif "charset" not in given and "media_type" in given and split_media_type(options.media_type)[1] is not None:
        options.charset = None
    options.media_type, options.charset = declared(options.media_type, options.charset)


def _output_of(table: _Parser, given: dict[str, Any], configured: dict[str, Any]) -> dict[str, str]:
    """Settle where the output goes, and the format that its name says; return how messages name that format."""
    # Where standard output is a file, its device names that file: it would be replaced, though ">>" appends to it.
    if given.get("output") in ("-", "/dev/stdout"):
        del given["output"]
    try:
        said = naming.format_by_name(given, configured)
    except InvalidValue as error:
        table.error(f"argument -o/--output: {error}")
    if said is None or given.get("format") == said:
        return {}
    given["format"] = said
    return {"format": f"-o {given['output']} (format {said})"}


def _shows_context(template: str) -> bool:
    from uri_extract.sinks.template import Template

    return Template(template).shows_context


def _is_set(
    place: str, given: dict[str, Any], configured: dict[str, Any], unset: dict[str, Any], allowed: tuple[Any, ...] = ()
) -> bool:
    """Whether it has a value of its own, and none of those that are allowed."""
    value = {**unset, **configured, **given}[place]
    return value != unset[place] and value not in allowed


def _name(place: str, values: dict[str, Any]) -> str:
    """Return what sets an option to the value that it has."""
    value = values[place]
    found = [flag for flag in flags() if flag.place == place]
    flag = next((flag for flag in found if flag.value is None and flag.const == value), found[0])
    if flag.negation and value is False:
        return flag.negation
    return f"{flag.names[-1]} {value}" if flag.choices else flag.names[-1]


class _Union(argparse.Action):
    """Adds the values of a list to those that were given before: ``--scheme http --scheme ftp`` chooses both."""

    def __call__(self, _: object, namespace: argparse.Namespace, values: Any, __: object = None) -> None:
        setattr(namespace, self.dest, getattr(namespace, self.dest, frozenset()) | values)


class _Generate(argparse.Action):
    """Prints what is made from the flags."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, values: Any, *__: object) -> None:
        from uri_extract.cli.generate import GENERATORS

        _standard_streams.write(GENERATORS[values]())
        parser.exit()


class _Version(argparse.Action):
    """Prints the version, and which kernels run."""

    def __init__(self, option_strings: Sequence[str], dest: str, **more: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, help=more.get("help"))

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from uri_extract._version import __version__
        from uri_extract.scan import kernels

        python = ".".join(map(str, sys.version_info[:3]))
        _standard_streams.write(f"{NAME} {__version__} ({next(iter(kernels))} kernels, Python {python})\n")
        parser.exit()
