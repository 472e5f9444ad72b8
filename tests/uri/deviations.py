"""The deviations of the library from the letter of a standard, and its choices, each with its test."""

from __future__ import annotations

from typing import NamedTuple


class Deviation(NamedTuple):
    """One row: a name, the section of the standard, what is done, why, and the test (file and function)."""

    name: str
    section: str
    what: str
    why: str
    test: str


DEVIATIONS = (
    Deviation(
        "path-becomes-authority",
        "RFC 3986 §5.2.4, §5.3",
        "A resolved or normalised path that would begin with // without an authority gets /. before it: f:/.//g.",
        "By the letter f:/a and .//g give f://g, whose authority is g: another resource, and a way to smuggle hosts.",
        "test_resolve.py::test_5_3_a_path_never_becomes_an_authority",
    ),
    Deviation(
        "scheme-case",
        "RFC 3986 §5.2.2",
        "A non-strict parser compares schemes without case: HTTP:g against http://a/b is relative.",
        "The pseudocode compares strings; §3.1 says that schemes are case-insensitive.",
        "test_resolve.py::test_5_2_2_non_strict_compares_schemes_without_case",
    ),
    Deviation(
        "rootless-becomes-absolute",
        "RFC 3986 §5.2.4",
        "None: g:h/../i gives g:/i, by the algorithm.",
        "Other libraries keep the path rootless, but the text is clear.",
        "test_resolve.py::test_5_2_4_a_rootless_path_may_become_absolute",
    ),
    Deviation(
        "encoded-dots",
        "RFC 3986 §5.2.4, §6.2.2.2",
        "Resolution leaves %2e%2e alone; normalisation decodes it at level percent and removes it at level path.",
        "§2.3 makes both spellings equivalent, and the ladder has decoding before dot-segments.",
        "test_normalize.py::test_6_2_2_encoded_dots_are_dot_segments_at_level_path",
    ),
    Deviation(
        "relative-base",
        "RFC 3986 §5.1",
        "A base without a scheme is refused.",
        "§5.2.2 is defined for a base URI; a result without a scheme is not a target URI.",
        "test_resolve.py::test_5_1_a_base_has_a_scheme",
    ),
    Deviation(
        "relative-reference-dot-segments",
        "RFC 3986 §6.2.2.3",
        "Level path leaves the dot-segments that a relative path begins with, and removes those that follow: it "
        "resolves alike against every base that has a root.",
        "remove_dot_segments is for paths below a root; on ../g it would change the target.",
        "test_normalize.py::test_6_2_2_3_a_relative_path_resolves_as_before",
    ),
    Deviation(
        "port-leading-zeros",
        "RFC 3986 §3.2.3, §6.2.3",
        "Level scheme drops :080 for http, and leaves the zeros of any other port.",
        "A port is omitted if its value is the default; the form of other values is not specified.",
        "test_normalize.py::test_6_2_3_a_port_is_compared_by_value",
    ),
    Deviation(
        "zone-identifiers",
        "RFC 6874",
        "Not taken: [fe80::1%25en0] is invalid.",
        "RFC 3986 has no zone in an IPv6address, and a zone means nothing outside its own host.",
        "test_grammar.py::test_rfc_6874_zones_are_not_taken",
    ),
    Deviation(
        "rfc2396-uri",
        "RFC 2396 §3, §4",
        "Rules URI and absolute-URI are both absoluteURI there (absoluteURL in url-syntax-09), without a fragment; "
        "relative-ref is a URI-reference that does not begin with a scheme, fragment included.",
        "The older editions have other names for their rules, and their URI has no fragment.",
        "test_grammar.py::test_rules_of_the_older_editions",
    ),
    Deviation(
        "rfc2396-opaque-part",
        "RFC 2396 §3, Appendix B",
        "An opaque part is split at ? into path and query.",
        "The BNF has ? inside opaque_part, Appendix B splits every reference there; one way to split is enough.",
        "test_grammar.py::test_rfc2396_opaque_parts_are_split_as_appendix_b_does",
    ),
    Deviation(
        "rfc2396-registry",
        "RFC 2396 §3.2.1, url-syntax-09 §4.3.1",
        "userinfo, host and port are None if the authority is not a server.",
        "A registry-based naming authority has none of them.",
        "test_grammar.py::test_rfc2396_a_registry_has_no_host",
    ),
    Deviation(
        "rfc2396-query-only",
        "RFC 2396 §5.2, Appendix A, Appendix C",
        "?y is invalid by the rule, but is resolved.",
        "relativeURI derives no empty path, while Appendix C gives the answer.",
        "test_resolve.py::test_rfc2396_a_query_alone_is_resolved",
    ),
    Deviation(
        "current-document",
        "RFC 2396 §4.2, §5.2 step 2",
        "An empty reference and #s give '(current document)' and '(current document)#s' in both older editions.",
        "They mean the document, wherever it came from, not its base, as in the examples of Appendix C.",
        "test_resolve.py::test_rfc2396_appendix_c",
    ),
    Deviation(
        "excess-dots",
        "RFC 2396 §5.2 step 6 g",
        "Dots above the root are kept (the examples of Appendix C); excess_dots= chooses the two other treatments.",
        "The edition leaves the choice open, and one result is needed.",
        "test_resolve.py::test_rfc2396_three_treatments_of_excess_dots",
    ),
    Deviation(
        "rfc2396-merge",
        "RFC 2396 §5.2 step 6",
        "A base with an authority and no path is merged as if its path were /: http://a and g give http://a/g.",
        "By the letter the result is http://ag, another host; RFC 3986 §5.2.3 corrected it.",
        "test_resolve.py::test_rfc2396_a_base_without_a_path",
    ),
    Deviation(
        "url-syntax-09-appendix-c",
        "url-syntax-09 Appendix C",
        "g?y/./x and g?y/../x keep their queries: http://a/b/c/g?y/./x, http://a/b/c/g?y/../x.",
        "The appendix prints http://a/b/c/g?y/x and http://a/b/c/x, against §5.2 steps 1 and 6 of the same draft.",
        "test_resolve.py::test_url_syntax_09_appendix_c",
    ),
    Deviation(
        "url-syntax-09-server",
        "url-syntax-09 §4.3.1",
        "server is read as [ [ userinfo ] '@' ] hostport.",
        "The draft closes one bracket too many.",
        "test_grammar.py::test_url_syntax_09_server",
    ),
    Deviation(
        "iri-host",
        "RFC 3987 §3.1",
        "A host beyond ASCII is mapped by UTS #46 and IDNA 2008, not by the ToASCII of RFC 3490.",
        "IDNA 2003 is obsolete; registries use IDNA 2008.",
        "test_iri.py::test_3_1_hosts_go_through_idna",
    ),
    Deviation(
        "vertical-bar-in-path",
        "URL Standard §1.3",
        "In the URL that a browser has for a reference or base, | in a path is %7C.",
        "RFC 3986 does not allow it in a path, and Chromium encodes it; the standard does not.",
        "test_url_parser.py::test_a_vertical_bar_in_a_path_is_percent_encoded",
    ),
)
