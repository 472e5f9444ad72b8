"""The table of flags, from which help, manual page, completions, configuration keys and documentation are derived."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.cli import values
from uri_extract.limits import MAX_CONTEXT
from uri_extract.sinks.formats import COMPRESSIONS, TABLE

NAME: Final = "uri-extract"
SUMMARY: Final = (
    "Print every URI in text, mail, HTML, XML, office documents and archives, one on each line: without the "
    "punctuation around it, joined where it was wrapped (RFC 3986 Appendix C), and resolved."
)
PATHS: Final = (
    "files, directories (recursive), or URLs (https://, s3://, gs://; extra remote); without a path, or with -, "
    "standard input"
)

EXAMPLES: Final = (
    (f"{NAME} notes.txt mail/", "a file, and all files below a directory"),
    (f"curl -s https://example.org/a.txt | {NAME}", "from a pipe"),
    (f"{NAME} --format jsonl -o links.jsonl archive/", "with place, delimiter, validity, other readings"),
    (f"{NAME} --unique inbox.mbox ~/Maildir message.eml", "each link in mail once"),
    (f"{NAME} --base https://a.example/ x.html", "also relative links"),
    (f"{NAME} --suffix notes.txt", "also www.example.org and example.org/x"),
    (f"{NAME} --refang report.txt", "hxxp://a[.]example/ as http://a.example/"),
    (f"{NAME} --explain notes.txt", "why each candidate was found, or was not"),
    (f"{NAME} --report links.html mail/", "an HTML page with a searchable table"),
    (f"{NAME} mcp --root mail/", "serve agents (Model Context Protocol; extra mcp)"),
)
STATUS: Final = (
    (0, "at least one URI was found (relative references that were left out count)"),
    (1, "no URI was found"),
    (2, "wrong usage or a fatal error"),
    (3, "finished, but some input could not be read or was damaged"),
)
ENVIRONMENT: Final = (
    ("URI_EXTRACT_CONFIG", "the configuration file; if empty, no file is read"),
    ("XDG_CONFIG_HOME", f"the directory of {NAME}/config.toml, if URI_EXTRACT_CONFIG is not set; by default ~/.config"),
    ("NO_COLOR", "if not empty, do not colour names, unless --color is given"),
    ("CLICOLOR_FORCE", "if neither empty nor 0, also colour names in files and pipes, unless --color is given"),
    ("URI_EXTRACT_PURE", "if 1, run the interpreted kernels: slower, with the same output"),
)

#: The names in :data:`uri_extract.sinks.keys.KEYS`, which is slow to import.
_KEYS: Final = ("host", "scheme", "document", "registered-domain", "normalized", "surt", "without-tracking")

#: :data:`uri_extract.uri.hazards.NAMES`, which is slow to import too.
_HAZARDS: Final = (
    *("password", "userinfo-like-host", "rare-ipv4", "control-octet", "backslash", "mixed-script", "foreign-port"),
    *("long-host", "irregular-slashes", "confusable-host", "invisible-character", "encoded-host", "mapped-host"),
    *("bidi-control", "script-uri", "data-uri", "nested-uri", "unregistered-scheme", "other-host-in-text"),
    "rewritten",
)


class Flag(NamedTuple):
    """One flag: ``names`` are its short and long names, ``value`` is the placeholder of its value (None for a switch).

    ``read`` converts the text of the value, or raises :class:`~uri_extract.errors.UriExtractError`. ``several`` is ","
    if commas separate values, "order" if their order counts, "again" if the flag is repeated for each. A switch sets
    the option ``into`` to ``const``; switches that set the same option exclude each other.
    """

    names: tuple[str, ...]
    help: str
    value: str | None = None
    choices: tuple[str, ...] = ()
    read: Callable[[str], Any] | None = None
    several: str = ""
    default: Any = None
    into: str = ""
    const: Any = True
    is_key: bool = True

    @property
    def long(self) -> str:
        """The long name without leading hyphens, which is the configuration key; empty if there is none."""
        return self.names[-1][2:] if self.names[-1].startswith("--") else ""

    @property
    def summary(self) -> str:
        """The first sentence of the help, for completions."""
        return self.help.partition(". ")[0]

    @property
    def place(self) -> str:
        """The attribute of the options that the flag sets."""
        return self.into or self.long.replace("-", "_")

    @property
    def negation(self) -> str | None:
        """The name that turns a switch off, ``--no-`` and its name; None if it has none."""
        return None if self.value or self.into or not self.is_key else f"--no-{self.long}"

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names in the help; for a switch that is on by default, they include the name that turns it off."""
        return (*self.names, self.negation) if self.negation and self.default is True else self.names

    @property
    def shown_value(self) -> str:
        """The placeholder of the value, or the choices if there are any."""
        return "{" + ",".join(self.choices) + "}" if self.choices else self.value or ""


def _switch(*names: str, help: str, **more: Any) -> Flag:
    return Flag(names, help, **{"default": None if more.get("into") else False, **more})


def _choice(*names: str, choices: tuple[str, ...], help: str, **more: Any) -> Flag:
    return Flag(names, help, "WHICH", choices, **more)


_INPUT = (
    Flag(
        ("--files-from",),
        "also read the paths listed in FILE (-: standard input), one per line. A line may name a range of bytes: "
        "path, offset and length separated by tabs, or a row of a CDXJ index.",
        "FILE",
        read=values.file_name, is_key=False,
    ),
    _switch(
        "-0", into="null_separated", default=False, is_key=False,
        help="paths in --files-from are NUL-terminated (as from find -print0)",
    ),
    Flag(
        ("-g", "--glob"),
        "in a directory, read only files whose name matches GLOB (if it has a slash: whose path below the directory "
        "does); may be repeated. !GLOB leaves files out.",
        "GLOB", read=values.glob, several="again", default=(),
    ),
    _switch(
        "--hidden", default=True,
        help="in a directory, include hidden files and directories (the default)",
    ),
    Flag(
        ("-d", "--max-depth"), "in a directory, descend at most N levels; 1: read only the files directly in it", "N",
        read=values.number("levels", least=1),
    ),
    _switch(
        "--vcs",
        help="in a directory, also read version control directories (.git, .hg, .svn, .bzr, .jj), which are skipped by "
        "default",
    ),
    _switch("-L", "--follow", help="in a directory, follow symbolic links to directories; each is read once"),
    Flag(
        ("--media-type",),
        "read all documents as TYPE, such as text/html, message/rfc822 or application/mbox, whatever their names and "
        "first bytes say. A charset in TYPE ('text/plain; charset=shift_jis') acts as --charset.",
        "TYPE", read=values.media_type,
    ),
    Flag(
        ("--json-field",),
        "read JSON Lines, and search only the documents in FIELD (a.b: a field inside another); may be repeated. "
        "--media-type is then the type of these documents.",
        "FIELD", read=values.json_field, several="again", default=(),
    ),
    Flag(
        ("--json-url",), "the field with the URI of the document in --json-field; it becomes the base", "FIELD",
        read=values.json_field,
    ),
    Flag(
        ("--charset",),
        "the encoding of the documents, such as shift_jis or windows-1251, whatever HTML and XML declare. A byte order "
        "mark overrides it, and so does the Content-Type of an HTTP response or a mail part.",
        "NAME", read=values.charset,
    ),
    Flag(
        ("--base",),
        "resolve relative references in HTML and other markup against URI, as if URI were the address of each document "
        "(RFC 3986 section 5.1.3), or, for the files in an archive, of its root",
        "URI", read=values.base,
    ),
    Flag(
        ("--default-base",), "resolve against URI only in documents without a base of their own (section 5.1.4)", "URI",
        read=values.base,
    ),
)  # fmt: skip

_FOUND = (
    _switch(
        "--suffix",
        help="also find references without a scheme: www.example.org, example.org/x (RFC 3986 section 4.5)",
    ),
    _switch("--mail-addresses", help="also find mail addresses, as mailto: URIs"),
    _switch("--refang", help="also find defanged URIs (hxxp://a[.]example) and restore them"),
    Flag(
        ("--refang-marks",),
        "as --refang, also with the marks of FILE, a TOML file with lines such as '\"[punkt]\" = \".\"'", "FILE",
        read=values.refang_marks, is_key=False,
    ),
    _choice(
        "--joins", choices=("sure", "likely", "all"), default="likely",
        help="join a URI without brackets or quotation marks with the next line if nine of ten such joins are right "
        "(sure), if most are (likely, the default), or always (all). The field confidence has the probability.",
    ),
    _choice(
        "--binary", choices=("text", "strings", "skip"), default="strings",
        help="read binary files as text, as ASCII and UTF-16 strings (the default), or not at all. A file is binary if "
        "its format is unknown and one of its first 65536 bytes is NUL.",
    ),
    _switch(
        "--qr",
        help="also read QR codes and other two-dimensional barcodes in images: files, parts of mail, pages of PDF "
        "(extra qr)",
    ),
    _switch("--headers", default=True, help="in mail, also find references in header fields (the default)"),
    _choice(
        "--parts", choices=("text", "html", "all"), default="all",
        help="in mail, read only plain text parts, only HTML parts, or all parts with text (the default)",
    ),
)  # fmt: skip

_FILTERS = (
    Flag(
        ("--scheme",), "only these schemes, such as http,https, in any case; may be repeated", "LIST",
        read=values.schemes, several=",",
    ),
    Flag(
        ("--host",),
        "only these hosts (.example.org: also its subdomains; *.example.org: only those), on any port and in any form "
        "of the name (Unicode, percent-encoded, xn--). May be repeated.",
        "LIST", read=values.hosts, several=",",
    ),
    _switch("--valid", into="valid", const=True, help="only valid references (RFC 3986, RFC 3987)"),
    _switch("--invalid", into="valid", const=False, help="only invalid references (RFC 3986, RFC 3987)"),
    Flag(
        ("--kind",),
        f"only these kinds: {', '.join(values.KINDS)}; suffix needs --suffix or --mail-addresses",
        "LIST", read=values.kinds, several=",",
    ),
    _switch(
        "--all-kinds",
        help="also print names of namespaces, DTDs, schemas and properties, which look like URIs but are not links "
        "(by default they are left out)",
    ),
    _switch(
        "--relative",
        help="in lines and --count-by, also print relative references without a base, as they are, and references to "
        "the document itself (#top; cid: for parts of a mail). --base resolves relative references instead.",
    ),
    Flag(
        ("--delimiter",),
        f"only references with these delimiters: {', '.join(values.DELIMITERS)}. script means that only a script "
        "follows it; ^script means all other delimiters.",
        "LIST", read=values.delimiters, several=",",
    ),
    Flag(
        ("--hazard",),
        f"only references with one of these hazards (any: with any of them): {', '.join(_HAZARDS)}",
        "LIST", read=values.hazards, several=",",
    ),
    _switch("--unique", help="print each reference once (spills to a temporary file, so memory stays bounded)"),
    _choice(
        "--unique-by", choices=_KEYS,
        help="print only the first reference with each key: normalized (RFC 3986 section 6.2), surt (the key of web "
        "archives), without-tracking (normalized, without query parameters that only count clicks)",
    ),
)  # fmt: skip

_OUTPUT = (
    _choice(
        "--format", choices=tuple(TABLE), default="lines",
        help=f"write one of the formats below: {', '.join(TABLE)}. The default is the format of the suffix of -o, or "
        "lines.",
    ),
    Flag(
        ("-o", "--output"),
        f"write to FILE (-: standard output); its suffix chooses the format, and a second one compresses text formats "
        f"({', '.join(each.suffix for each in COMPRESSIONS)}). FILE appears when it is complete, and never replaces an "
        "input or a file of another kind (see --force).",
        "FILE", read=values.file_name, is_key=False,
    ),
    Flag(
        ("--report",),
        "write an HTML page with totals and a searchable table, as --format html -o FILE does. The suffix of FILE is "
        f"{' or '.join(TABLE['html'].suffixes)}, and perhaps that of a compression.",
        "FILE", read=values.file_name, is_key=False,
    ),
    _switch(
        "--force", is_key=False,
        help="let the output replace a file of any kind. Without it, the output replaces only an empty file, or output "
        "in the same format (for lines, templates and counts: plain text).",
    ),
    _switch(
        "--target", into="value", const="target",
        help="print references resolved, and invalid references unchanged (the default)",
    ),
    _switch(
        "--reference", into="value", const="reference",
        help="print references before resolution, without the white space and wrappers of the source",
    ),
    _switch(
        "--unwrap", into="value", const="unwrapped",
        help="for links that a mail filter, a redirector or an archive rewrote (Safe Links, URL Defense, "
        "google.com/url?q=), print the URI inside; --host and --scheme then mean that URI. Other links are printed "
        "resolved.",
    ),
    _switch(
        "--nested", into="value", const="nested",
        help="for links with the URI of another host in their query, print that URI. Other links are printed as "
        "--unwrap does.",
    ),
    _switch(
        "--defang", into="value", const="defanged_target",
        help="print references resolved and defanged (hxxp[://]a[.]example/), so that they are not followed by mistake",
    ),
    _switch("--raw", into="value", const="raw", help="print the source of each reference, with its line breaks"),
    Flag(
        ("--template",),
        r"print each reference by a template of fields, such as '{target}\t{document}:{line}' or '{host}'", "TEXT",
        read=values.template,
    ),
    _choice(
        "--count-by", choices=_KEYS,
        help="instead of references, print how many have each key, most frequent first: the number, a tab and the key "
        "(--format jsonl: objects). (none) counts references without a key.",
    ),
    _switch(
        "-H", "--with-filename", into="with_filename", const=True,
        help=r"prefix each line with the document name and a colon (the default for several files or a directory on a "
        r"terminal). Control characters in a name are escaped (\n, \x1b), unless --null is given.",
    ),
    _switch("-I", "--no-filename", into="with_filename", const=False, help="do not prefix lines with document names"),
    _switch(
        "-n", "--line-number",
        help="prefix each line with the line number in its document and a colon. -H shows which part of a mail or "
        "archive the document is.",
    ),
    _switch("--column", help="prefix each line with the line number, the column in bytes, and colons"),
    Flag(
        ("--with-context",),
        "add up to N bytes before and after each reference (raw bytes in mail): as the fields or columns before and "
        "after, in features as the context",
        "N", read=values.number("bytes", MAX_CONTEXT), default=0,
    ),
    Flag(
        ("--fields",),
        "write only these fields, in this order, such as sender,subject,target,host: in JSON, tables, SQLite, Arrow "
        "and Parquet. --generate markdown lists all fields.",
        "LIST", read=values.fields, several="order",
    ),
    Flag(
        ("--with-fields",),
        "as --fields, but after all usual fields: scheme, host, registered_domain (extra psl), source_host, nested, "
        "browses_to, defanged_target",
        "LIST", read=values.more_fields, several="order",
    ),
    _choice(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="colour document names and link them to their files; auto (the default): only on a terminal",
    ),
    _switch("--null", help="end lines with NUL, for xargs -0"),
    _switch("--redact", help="replace passwords and tokens in references with ***, also in percent-encoded references"),
    _switch(
        "--explain", is_key=False,
        help="for each candidate position, print whether a reference was found there and why",
    ),
)  # fmt: skip

_RUNNING = (
    Flag(
        ("-j", "--jobs"),
        "read with N worker processes (0: one per CPU), which share large files. The default is 1; the output does not "
        "depend on N.",
        "N", read=values.jobs, default=1,
    ),
    Flag(
        ("--checkpoint",),
        "record progress in DIR: if the run is interrupted, the same command resumes it",
        "DIR", read=values.file_name, is_key=False,
    ),
    _switch(
        "--sandbox",
        help="let Linux refuse sockets, programs and writing to other files, so that a faulty reader cannot use them",
    ),
    _switch("-q", "--quiet", help="print no messages about input that could not be read or was left out"),
    _switch(
        "--progress",
        default=True,
        help="show progress on standard error, if that is a terminal not also used for output (the default)",
    ),
    _switch("--stats", help="print on standard error how much was read, found and left out"),
)  # fmt: skip

_OTHER = (
    Flag(("--config",), "read FILE as the only configuration file", "FILE", read=values.file_name, is_key=False),
    _switch("--no-config", is_key=False, help="read no configuration file"),
    _choice(
        "--generate", choices=("man", "bash", "zsh", "fish", "markdown", "schema"), is_key=False,
        help="print the manual page, completions for a shell, the reference of the command, or the JSON Schema of "
        "records, and exit",
    ),
    _choice(
        "--install-completion", choices=("bash", "zsh", "fish"), is_key=False,
        help="write the completions to the directory that the shell of this user searches, print its name, and exit",
    ),
    _switch("-V", "--version", is_key=False, help="print the version and which kernels run, and exit"),
    _switch("-h", into="short_help", is_key=False, help="print the most used flags, and exit"),
    _switch("--help", is_key=False, help="print this help, and exit"),
)  # fmt: skip

#: All flags, in groups.
GROUPS: Final[dict[str, tuple[Flag, ...]]] = {
    "input": _INPUT,
    "what is found": _FOUND,
    "filters": _FILTERS,
    "output": _OUTPUT,
    "running": _RUNNING,
    "other": _OTHER,
}


def flags() -> Iterator[Flag]:
    """Yield all flags, in their order."""
    for group in GROUPS.values():
        yield from group


def defaults() -> dict[str, Any]:
    """Return the default of each flag, by the option that it sets."""
    return {flag.place: flag.default for flag in flags()}
