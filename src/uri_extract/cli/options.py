"""The options of the command, from its flags and the configuration file (table: :mod:`.flags`)."""

from __future__ import annotations

import os

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.cli import configuration
from uri_extract.cli.flags import NAME, defaults, flags
from uri_extract.cli.values import InvalidValue
from uri_extract.errors import UriExtractError
from uri_extract.formats.containers import is_container
from uri_extract.rows.schema import REVEALING
from uri_extract.sinks.formats import TABLE, TEXT, UnknownSuffix, compression_of, format_of, suffix_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from uri_extract.cli.parser import Parser
else:
    from types import SimpleNamespace as Namespace

# -- The format of the output, from ``--format``, the suffix of ``-o`` and other flags ---------------------------------


def check_report(path: str) -> None:
    """Raise :class:`~uri_extract.cli.values.InvalidValue` if the name is not that of an HTML page, device or pipe."""
    suffixes = TABLE["html"].suffixes
    if suffix_of(path) not in suffixes and not (os.path.exists(path) and not os.path.isfile(path)):
        raise InvalidValue(f"{path}: a report is an HTML page, whose name ends in {' or '.join(suffixes)}")


def format_by_name(given: dict[str, Any], configured: dict[str, Any]) -> str | None:
    """Return the format that the name of the output file selects; None if the name leaves the choice open.

    ``given`` are the options of the command line, ``configured`` those of the configuration file. Raises
    :class:`~uri_extract.cli.values.InvalidValue` if the suffix is unknown, contradicts ``--format``, or asks for the
    compression of a format that cannot be compressed.
    """
    path = given.get("output")
    if path is None:
        return None
    asked = given.get("format")
    chosen = asked or configured.get("format")
    by_template = given.get("template") is not None
    try:
        said = format_of(path)
    except UnknownSuffix as error:
        if chosen is None and not by_template and configured.get("template") is None:
            raise InvalidValue(f"{path}: {error}") from None
        said = None
    if suffix_of(path) == TEXT:
        # Every text format may be written to a .txt file; a binary format in the configuration file is ignored.
        said = "lines" if chosen is None or not TABLE[chosen].is_text else None
    if said is not None and asked is not None and asked != said:
        raise InvalidValue(f"{path}: the suffix says {said}, which contradicts --format {asked}")
    form = said or chosen or "lines"
    if by_template and not TABLE[form].is_text:
        raise InvalidValue(f"{path}: the suffix says {form}, which contradicts --template")
    compression = compression_of(path)
    if compression is not None and not TABLE[form].is_text:
        raise InvalidValue(f"{path}: {form} cannot be compressed as a whole; leave out {compression.suffix}")
    return None if by_template else said


# -- Flags that contradict each other ----------------------------------------------------------------------------------

_PLACES: Final = ("with_filename", "line_number", "column")

#: A flag never overrides these settings of the configuration file, which hide secrets: the user has to turn them off.
NEVER_OVERRIDDEN: Final = frozenset(("redact",))

# The formats with fields, and the values of --unwrap and --nested, which replace the target.
_WITH_FIELDS: Final = ("json", "jsonl", "csv", "tsv", "sqlite", "arrow", "parquet")
_LEADS: Final = ("unwrapped", "nested")

#: Contradictions: an option, another option, and values of the other that are compatible. If there is a fourth entry,
#: the pair is allowed when that option is set.
CONFLICTS: Final[tuple[tuple[Any, ...], ...]] = (
    ("explain", "format", ("lines",)),
    *(("explain", other, ()) for other in ("value", "template", "count_by", "null", "redact")),
    *(("explain", other, ()) for other in ("scheme", "host", "valid", "kind", "delimiter", "hazard")),
    *(("explain", other, ()) for other in ("unique", "unique_by", "all_kinds", "relative")),
    ("all_kinds", "kind", ()),
    ("relative", "format", ("lines",), "count_by"),  # records always include relative references
    *(("explain", other, ()) for other in ("jobs", "checkpoint")),
    ("template", "format", ("lines",)),
    ("template", "value", _LEADS),
    ("format", "value", _LEADS, "unique"),  # records have all values; --unique compares the chosen one
    ("count_by", "value", _LEADS, "unique"),
    ("unique", "unique_by", ()),
    ("count_by", "format", ("lines", "json", "jsonl")),
    ("count_by", "template", ()),
    ("count_by", "null", ()),
    ("report", "format", ("lines",)),
    ("report", "output", ()),
    ("null", "format", ("lines",)),
    *((place, "format", ("lines",)) for place in _PLACES),
    *((place, other, ()) for place in _PLACES for other in ("template", "count_by", "explain")),
    ("with_context", "format", ("lines", "json", "jsonl", "csv", "tsv", "sqlite", "html", "features")),
    *(("with_context", other, ()) for other in ("count_by", "explain", "redact")),
    ("fields", "with_fields", ()),
    *((fields, "format", (*_WITH_FIELDS, "lines")) for fields in ("fields", "with_fields")),
    *((fields, other, ()) for fields in ("fields", "with_fields") for other in ("count_by", "explain", "template")),
    ("with_fields", "redact", ()),
    ("config", "no_config", ()),
)


# -- The command line --------------------------------------------------------------------------------------------------


# Flags that :func:`plain` leaves to the parser, because they print something and exit.
_ALONE = frozenset(("--help", "-h", "--version", "-V", "--generate", "--install-completion"))
#: Bytes of context in an HTML report by default.
REPORT_CONTEXT = 100


def parser() -> Parser:
    """Return the parser for any command line, and for errors."""
    from uri_extract.cli.parser import parser  # imported late: argparse takes longer than reading a small file

    return parser()


def plain(arguments: Sequence[str]) -> dict[str, Any] | None:
    """Return the options of a simple command line as :func:`parser` would read it; None for any other one.

    A command line is simple if it has known flags with valid values, and paths, and repeats no flag. A run over a small
    file then executes 157 instead of 211 million instructions, in 48 instead of 62 ms (CPython 3.11, x86-64).
    """
    known = {name: flag for flag in flags() for name in flag.names}
    given: dict[str, Any] = {"paths": []}
    words = iter(arguments)
    paths_ended = False
    for word in words:
        if not word.startswith("-") or word == "-":
            if paths_ended:
                return None
            given["paths"].append(word)
            continue
        paths_ended = bool(given["paths"])
        name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        flag = known.get(name)
        if flag is None or name in _ALONE or flag.place in given:
            return None
        if flag.value is None:
            if equals:
                return None
            given[flag.place] = flag.const
            continue
        if not equals:
            value = next(words, "-")
            if value.startswith("-"):
                return None
        try:
            read = value if flag.read is None else flag.read(value)
        except UriExtractError:
            return None
        if flag.choices and read not in flag.choices:
            return None
        given[flag.place] = [read] if flag.several == "again" else read
    return given


def read_options(arguments: Sequence[str]) -> Namespace:
    """Return the options. If they are wrong, print the error to standard error and exit with status 2."""
    given = plain(arguments)
    if given is None:
        given = vars(parser().parse_args(arguments))
    try:
        file, configured = configuration.read(given.get("config"), given.get("no_config", False))
    except configuration.InvalidConfiguration as error:
        parser().exit(2, f"{NAME}: {error}\n")
    unset = defaults()
    said = _output_of(given, configured)
    for place, other, allowed, *unless in CONFLICTS:
        if any(_is_set(each, given, configured, unset) for each in unless):
            continue
        if _is_set(place, given, configured, unset) and _is_set(other, given, configured, unset, allowed):
            if place in given and other in given:
                first, second = (said.get(each) or _name(each, given) for each in (place, other))
                parser().error(f"argument {first}: not allowed with argument {second}")
            if place in given or other in given:  # the command line overrides the configuration file
                here, overridden = (place, other) if place in given else (other, place)
                if overridden in NEVER_OVERRIDDEN:
                    name = _name(overridden, configured)[2:]
                    parser().error(f"argument {_name(here, given)}: not allowed with {name} in {file}; use --no-{name}")
                configured.pop(overridden)
            else:
                names = " and ".join(_name(each, configured)[2:].partition(" ")[0] for each in (place, other))
                parser().exit(2, f"{NAME}: {file}: {names} contradict each other\n")
    options = Namespace(**{**unset, **configured, **given})
    options.value = options.value or "target"
    options.refang = options.refang_marks or options.refang
    try:
        _declare(options, given)
    except UriExtractError as error:
        if "charset" in given or "media_type" in given:
            parser().error(f"argument --charset: {error}")
        parser().exit(2, f"{NAME}: {file}: {error}\n")
    if options.null_separated and not options.files_from:
        parser().error("argument -0: needs --files-from")
    if options.checkpoint and ("-" in options.paths or not (options.paths or options.files_from)):
        parser().error("argument --checkpoint: standard input cannot be read again")
    if options.files_from == "-" and "-" in options.paths:
        parser().error("argument --files-from: standard input cannot be both the list and a document")
    if options.kind == {"suffix"} and not (options.suffix or options.mail_addresses):
        parser().error("argument --kind: suffix needs --suffix or --mail-addresses")
    if options.template is not None and not options.with_context and _shows_context(options.template):
        parser().error("argument --template: {before} and {after} need --with-context N")
    if options.template is not None and options.with_context and not _shows_context(options.template):
        if "with_context" in given:
            parser().error("argument --with-context: needs {before} or {after} in --template")
        options.with_context = 0
    if options.format == "html" and not options.with_context and not options.redact:
        options.with_context = REPORT_CONTEXT
    for name in ("fields", "with_fields"):
        chosen = getattr(options, name) or ()
        flag = f"argument --{name.replace('_', '-')}"
        if name in given and options.format == "lines":
            parser().error(f"{flag}: needs --format csv, jsonl or another format with fields")
        if options.redact and not REVEALING.isdisjoint(chosen):
            parser().error(f"{flag}: {min(REVEALING.intersection(chosen))} not allowed with --redact")
    if options.fields and options.format != "lines":
        around = not {"before", "after"}.isdisjoint(options.fields)
        if around and not options.with_context:
            parser().error("argument --fields: before and after need --with-context N")
        if options.with_context and not around:
            parser().error("argument --with-context: needs before or after in --fields")
        if around and options.format in ("arrow", "parquet"):
            parser().error(f"argument --fields: {options.format} has no before and after")
    if options.format == "sqlite" and not options.output:
        parser().error("argument --format: sqlite needs -o FILE")
    if options.json_url and not options.json_field:
        parser().error("argument --json-url: needs --json-field FIELD")
    options.json_field = [*configured.get("json_field", ()), *given.get("json_field", ())]
    options.glob = [*configured.get("glob", ()), *given.get("glob", ())]
    return options


def _declare(options: Namespace, given: dict[str, Any]) -> None:
    """Move the charset from the media type to its own option. The command line overrides the configuration file."""
    if options.media_type is None:
        return
    from uri_extract.text.options import declared, split_media_type

    if "media_type" not in given and "charset" in given:
        options.media_type, _ = split_media_type(options.media_type)
    elif "charset" not in given and "media_type" in given and split_media_type(options.media_type)[1] is not None:
        options.charset = None
    options.media_type, options.charset = declared(options.media_type, options.charset)
    if is_container(options.media_type):
        options.media_type = None


def _output_of(given: dict[str, Any], configured: dict[str, Any]) -> dict[str, str]:
    """Set output and format in ``given``; return how messages name the format, if the file name selected it."""
    flag = "-o/--output"
    if "report" in given and "output" not in given and "format" not in given:
        flag = "--report"
        given["output"], given["format"] = given.pop("report"), "html"
    # If standard output is a file, /dev/stdout names that file: -o would replace it, though ">>" means to append.
    if given.get("output") in ("-", "/dev/stdout"):
        del given["output"]
    try:
        if flag == "--report" and "output" in given:
            check_report(given["output"])
        said = format_by_name(given, configured)
    except InvalidValue as error:
        parser().error(f"argument {flag}: {error}")
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
    """Return True if an option differs from its default and is not one of the ``allowed`` values."""
    value = {**unset, **configured, **given}[place]
    return value != unset[place] and value not in allowed


def _name(place: str, values: dict[str, Any]) -> str:
    """Return the flag, with its value if it is a choice, that sets an option to its value."""
    value = values[place]
    found = [flag for flag in flags() if flag.place == place]
    flag = next((flag for flag in found if flag.value is None and flag.const == value), found[0])
    if flag.negation and value is False:
        return flag.negation
    return f"{flag.names[-1]} {value}" if flag.choices else flag.names[-1]
