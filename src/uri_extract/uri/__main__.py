"""``python -m uri_extract.uri REFERENCE...``: examine references by the RFCs, as text or JSON."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Sequence

from uri_extract._compat._typing import Any
from uri_extract.errors import InvalidOptionValue, InvalidReference, UriExtractError
from uri_extract.processes import standard_streams
from uri_extract.uri._kernel import is_valid
from uri_extract.uri._reference import LEVELS, normalize, parse
from uri_extract.uri.components import COMPONENTS
from uri_extract.uri.hazards import hazards
from uri_extract.uri.resolve import resolve
from uri_extract.uri.rules import EDITIONS, RULES

_NAME = "python -m uri_extract.uri"


class _Parser(standard_streams.ParserOutput, argparse.ArgumentParser):
    pass


def main(argv: Sequence[str] | None = None) -> int:
    """Print the components, error and hazards of each reference; return 0 if all are valid, 1 if not, 2 for misuse."""
    parser = _Parser(prog=_NAME, description=main.__doc__)
    parser.add_argument("references", nargs="+", metavar="REFERENCE")
    parser.add_argument("--base", metavar="URI", help="resolve against this URI")
    parser.add_argument("--normalize", choices=LEVELS, metavar="LEVEL", help=f"one of {', '.join(LEVELS)}")
    parser.add_argument("--edition", choices=EDITIONS, default="rfc3986", help="the grammar (default: %(default)s)")
    parser.add_argument("--rule", choices=RULES, default="URI-reference", help="the rule (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per reference")
    options = parser.parse_args(argv)
    try:
        is_valid("", options.rule, edition=options.edition)
        if options.base is not None and parse(options.base, edition=options.edition).scheme is None:
            parser.error(f"invalid base URI {options.base!r}: it has no scheme")
    except (InvalidOptionValue, InvalidReference) as error:
        parser.error(str(error))
    reports = [_report(reference, options) for reference in options.references]
    lines = [json.dumps(report) if options.json else _as_text(report) for report in reports]
    standard_streams.write("".join(f"{line}\n" for line in lines))
    return 0 if all(report["valid"] for report in reports) else 1


def _report(reference: str, options: argparse.Namespace) -> dict[str, Any]:
    report: dict[str, Any] = {"reference": reference, "valid": True}
    try:
        parsed = parse(reference, rule=options.rule, edition=options.edition)
    except InvalidReference as error:
        fault = {"component": error.component, "position": error.position, "reason": error.reason}
        report |= {"valid": False, "error": fault}
    else:
        report["components"] = {name: getattr(parsed, name) for name in COMPONENTS}
        if options.base is not None:
            report["target"] = _attempt(lambda: resolve(options.base, reference, edition=options.edition))
        if options.normalize is not None:
            normal = _attempt(lambda: normalize(reference, level=options.normalize, edition=options.edition))
            report["normalized"] = normal
    report["hazards"] = [{"name": str(hazard), "sentence": hazard.sentence} for hazard in hazards(reference)]
    return report


def _attempt(answer: Any) -> Any:
    try:
        return answer()
    except UriExtractError as error:
        return {"error": str(error)}


def _as_text(report: dict[str, Any]) -> str:
    lines = [ascii(report["reference"])[1:-1]]
    if report["valid"]:
        lines.append("  valid")
    else:
        error = report["error"]
        lines.append(f"  invalid    {error['component']} at character {error['position']}: {error['reason']}")
    for name, value in report.get("components", {}).items():
        if value is not None:
            lines.append(f"  {name:10} {value}")
    for name in ("target", "normalized"):
        if name in report:
            value = report[name]
            lines.append(f"  {name:10} {value['error'] if isinstance(value, dict) else value}")
    lines += [f"  {'hazard':10} {hazard['name']}: {hazard['sentence']}" for hazard in report["hazards"]]
    # Escape control characters: the output may be a terminal.
    return "\n".join("".join(each if each.isprintable() else ascii(each)[1:-1] for each in line) for line in lines)


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        # An IRI may have characters that the terminal's encoding lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(standard_streams.exit_status(_NAME, main))
