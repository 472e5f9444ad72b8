"""The command's flags."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_EXAMPLES = """\
examples:
  uri-extract notes.txt mail/             every URI in a file, and in all files below a directory
  curl -s https://example.org/a.txt | uri-extract
  uri-extract --format jsonl -o links.jsonl archive/
                                          with place, delimiter, validity, other readings
  uri-extract --scheme http,https,ftp list.txt | sort -u
  uri-extract --unique inbox.mbox ~/Maildir message.eml
                                          each link in mail once
  uri-extract --reference draft.txt       as the author meant it, dot-segments not resolved
  uri-extract --refang report.txt         hxxp://a[.]example/ too, as http://a.example/
  uri-extract --explain notes.txt         why each was found, and what was not

exit status:
  0  found some     1  found none     2  wrong usage or a fatal error
  3  finished, but some input could not be read or was damaged
"""

_KINDS = ("uri", "iri", "relative", "suffix")


def parser() -> argparse.ArgumentParser:
    """Return the table of flags: what ``--help``, the manual page and the completions of shells are made from."""
    parser = argparse.ArgumentParser(
        prog="uri-extract",
        description="Print every URI in plain text, HTML and mail, as its author meant it: without what delimits it, "
        "put together where it was wrapped (RFC 3986 Appendix C).",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files, or directories and all below; none or -: standard input"
    )
    parser.add_argument(
        "--files-from", metavar="FILE", help="also read the paths that FILE lists, one a line; -: standard input"
    )
    parser.add_argument(
        "-0", dest="null_separated", action="store_true", help="the paths of --files-from end with NUL, as find -print0"
    )
    parser.add_argument(
        "--glob",
        metavar="GLOB",
        action="append",
        default=[],
        help="below a directory, only files whose name matches, or whose path if it has a slash; with ! before it: "
        "not those",
    )
    parser.add_argument(
        "--hidden",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="below a directory, files and directories too whose name begins with a dot (the default)",
    )
    parser.add_argument(
        "--max-depth", metavar="N", type=_depth, help="how deep below a directory: 1 is what stands directly in it"
    )
    parser.add_argument(
        "--follow",
        action="store_true",
        help="below a directory, also what symbolic links to directories lead to, each once",
    )
    parser.add_argument(
        "--format",
        choices=("lines", "jsonl", "csv", "tsv", "sqlite", "arrow", "parquet", "features"),
        help="lines: a reference a line, the default; jsonl: a JSON object a line, also for each problem; csv, tsv: "
        "tables; sqlite: a database; arrow: its IPC stream; parquet; features: bulk_extractor's, with histogram",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write there, not to standard output; appears when complete"
    )
    parser.add_argument(
        "--media-type",
        metavar="TYPE",
        type=_media_type,
        help="what the documents are: text/plain, text/html, message/rfc822, application/mbox; without it their "
        "names and first bytes tell",
    )
    parser.add_argument(
        "--base",
        metavar="URI",
        type=_base,
        help="the documents' own URI (RFC 3986 section 5.1.3), for relative references: HTML has them",
    )
    parser.add_argument(
        "--default-base", metavar="URI", type=_base, help="base where nothing else gives one (section 5.1.4)"
    )
    value = parser.add_mutually_exclusive_group()
    for name, meaning in (
        ("target", "print references resolved, invalid ones as they stand (the default)"),
        ("reference", "print references as their authors meant them, not resolved"),
        ("raw", "print what stands in the text, line breaks too"),
    ):
        value.add_argument(f"--{name}", dest="value", action="store_const", const=name, help=meaning)
    parser.add_argument(
        "--scheme", metavar="LIST", type=_schemes, help="only these, as in http,https; upper case is as lower case"
    )
    parser.add_argument(
        "--host", metavar="LIST", type=_names, help="only of these hosts; .example.org is it and all below it"
    )
    validity = parser.add_mutually_exclusive_group()
    validity.add_argument("--valid", action="store_true", default=None, help="only those that RFC 3986 or 3987 derives")
    validity.add_argument("--invalid", dest="valid", action="store_false", help="only those that it does not")
    parser.add_argument("--kind", metavar="LIST", type=_kinds, help=f"only these kinds, of {', '.join(_KINDS)}")
    parser.add_argument(
        "--hazard", metavar="LIST", type=_hazards, help="only those with one of these hazards, or with any"
    )
    parser.add_argument(
        "--unique", action="store_true", help="print none twice; memory stays bounded, by a temporary file"
    )
    parser.add_argument(
        "--count-by",
        choices=("host", "scheme", "document", "registered-domain"),
        help="print how many there are of each, most first, in place of references",
    )
    parser.add_argument(
        "--template", metavar="TEXT", type=_template, help=r"print each by it, as in '{target}\t{document}:{line}'"
    )
    parser.add_argument("--null", action="store_true", help="end lines with NUL, for xargs -0")
    parser.add_argument("--redact", action="store_true", help="replace passwords and tokens in references")
    parser.add_argument(
        "--suffix",
        action="store_true",
        help="also find references without a scheme: www.example.org, example.org/x (RFC 3986 section 4.5)",
    )
    parser.add_argument("--mail-addresses", action="store_true", help="also find mail addresses, as mailto: URIs")
    parser.add_argument(
        "--refang",
        action="store_true",
        help="find defanged references too, as in hxxp://a[.]example, and give them back as they were",
    )
    parser.add_argument(
        "--headers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="in mail, find references in header fields too (the default)",
    )
    parser.add_argument(
        "--parts",
        choices=("text", "html", "all"),
        default="all",
        help="in mail, read only parts that are text, or only HTML; the default is all that hold text",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print of each place where a reference may begin whether it was found there, and why",
    )
    parser.add_argument(
        "-j",
        "--jobs",
        metavar="N",
        type=_jobs,
        default=1,
        help="so many processes read, each a file or a part of a big one; 0: one for each processor; the output is the "
        "same for all N (default 1)",
    )
    parser.add_argument(
        "--checkpoint",
        metavar="DIR",
        help="remember in DIR what was done: if the run is ended, however that is, the same command goes on there",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="say nothing about input that could not be read")
    parser.add_argument("--stats", action="store_true", help="say on standard error what was read and found")
    parser.add_argument("--version", action=_Version)
    parser.add_argument(
        "--generate",
        choices=("man", "bash", "zsh", "fish"),
        action=_Generate,
        help="print the manual page, or the completions for a shell, and exit",
    )
    return parser


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options; what is wrong with them is said on standard error, and the exit status is 2."""
    table = parser()
    options = table.parse_args(arguments)
    if options.explain:
        for flag, given in (
            ("--media-type", options.media_type not in (None, "text/plain")), ("--format", options.format),
            (f"--{options.value}", options.value), ("--scheme", options.scheme),
            ("--no-headers", not options.headers), ("--parts", options.parts != "all"),
            ("--jobs", options.jobs > 1), ("--checkpoint", options.checkpoint),
        ):  # fmt: skip
            if given:
                table.error(f"argument --explain: not allowed with argument {flag}")
    if options.null_separated and not options.files_from:
        table.error("argument -0: needs --files-from")
    if options.checkpoint and ("-" in options.paths or not (options.paths or options.files_from)):
        table.error("argument --checkpoint: standard input cannot be read again")
    if options.files_from == "-" and "-" in options.paths:
        table.error("argument --files-from: standard input cannot be a list and a document")
    _check_output(table, options)
    options.format = options.format or "lines"
    options.value = options.value or "target"
    return options


def _check_output(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Stop where what shapes the output does not go together."""
    form = options.format or "lines"
    if options.template is not None and options.format:
        parser.error("argument --template: not allowed with argument --format")
    if options.count_by and (form not in ("lines", "jsonl") or options.template is not None or options.null):
        parser.error("argument --count-by: prints lines or --format jsonl")
    if options.null and form != "lines":
        parser.error("argument --null: only lines end with NUL")
    if form == "sqlite" and not options.output:
        parser.error("argument --format: sqlite needs -o FILE")


def _base(text: str) -> str:
    from uri_extract.uri import InvalidReference, parse

    try:
        parse(text, rule="URI")
    except InvalidReference as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no base URI: {error}") from None
    return text


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of levels")
    return int(text)


def _jobs(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes")
    return int(text) or _processors()


def _processors() -> int:
    """Return how many processors this process may use."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _media_type(text: str) -> str:
    from uri_extract.media import UnknownMediaType, known

    try:
        return known(text)
    except UnknownMediaType as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _schemes(text: str) -> frozenset[str]:
    names = frozenset(name.strip().lower() for name in text.split(",") if name.strip())
    if not names:
        raise argparse.ArgumentTypeError("a scheme, or several with commas between")
    return names


def _names(text: str) -> frozenset[str]:
    names = frozenset(name.strip().lower() for name in text.split(",") if name.strip())
    if not names:
        raise argparse.ArgumentTypeError("a name, or several with commas between")
    return names


def _kinds(text: str) -> frozenset[str]:
    return _some_of(text, _KINDS)


def _hazards(text: str) -> frozenset[str]:
    from uri_extract.uri.hazards import NAMES

    return _some_of(text, ("any", *NAMES))


def _some_of(text: str, known: Sequence[str]) -> frozenset[str]:
    names = _names(text)
    if not names.issubset(known):
        unknown = min(names.difference(known))
        raise argparse.ArgumentTypeError(f"{unknown!r} is none of {', '.join(known)}")
    return names


def _template(text: str) -> str:
    from uri_extract.sinks.template import InvalidTemplate, Template

    try:
        Template(text)
    except InvalidTemplate as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


class _Generate(argparse.Action):
    """Prints what is made from the flags."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, values: Any, *__: object) -> None:
        from uri_extract.cli.generate import GENERATORS

        sys.stdout.write(GENERATORS[values](parser))
        parser.exit()


class _Version(argparse.Action):
    """Prints the version, and which kernels run."""

    def __init__(self, option_strings: Sequence[str], dest: str, **_: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and which kernels run, and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from uri_extract._version import __version__
        from uri_extract.scan import kernels

        python = ".".join(map(str, sys.version_info[:3]))
        print(f"uri-extract {__version__} ({next(iter(kernels))} kernels, Python {python})")
        parser.exit()
