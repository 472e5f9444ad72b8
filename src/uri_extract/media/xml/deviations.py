"""Where reading XML departs from the letter of a standard, or had to choose: each with its test."""

from __future__ import annotations

from uri_extract.uri.spec_deviations import Deviation

#: The tests are in ``tests/media/xml``.
DEVIATIONS = (
    Deviation(
        "xml-base-in-xhtml",
        "XML Base §3, §4; HTML Standard §2.4.1",
        "xml:base counts in XHTML and SVG too, resolved against what the base element makes the document's base.",
        "Browsers know it no more; who wrote it meant what its recommendation says.",
        "test_scanner.py::test_what_it_resolves_against",
    ),
    Deviation(
        "xml-base-is-no-link",
        "HTML standard §2.4.1",
        "xml:base is a reference of its own, but not in XHTML.",
        "What is found in XHTML's attributes is what a browser has.",
        "test_scanner.py::test_what_browsers_have",
    ),
    Deviation(
        "base-element-elsewhere",
        "HTML standard §2.4.1",
        "A base element of XHTML counts where the document's root is one of XHTML or SVG, and not in a feed.",
        "In a browser it counts in any document; in a feed it would be that of one entry, and change all others.",
        "test_scanner.py::test_what_it_resolves_against",
    ),
    Deviation(
        "namespace-names-are-text",
        "Namespaces in XML 1.0 §2.1",
        "The name of a namespace is found as text is, where it is a URI: quoted, without element and attribute.",
        "It identifies and refers to nothing; HTML's reader does the same.",
        "test_scanner.py::test_what_is_found",
    ),
    Deviation(
        "namespaces-by-likeness",
        "Namespaces in XML 1.0 §2.3",
        "Known namespaces are known without regard to case, to https for http, and to a / or # at the end; prefixes "
        "that were not declared mean what they mean elsewhere; elements without a namespace are those of their root's "
        "vocabulary; local names are compared without regard to case.",
        "Feeds and sitemaps are written by hand; no other vocabulary has names that are so like.",
        "test_scanner.py::test_what_is_found",
    ),
    Deviation(
        "entities-kept-as-written",
        "XML 1.0 §4.4",
        "Only the five predefined entities and numeric references are undone. A reference that holds another one "
        "is left as written, and the first of a document is a problem record.",
        "What an entity expands to may be of any size, or in another file; URIs in a declaration are found there.",
        "test_scanner.py::test_an_entity_in_a_reference_is_a_problem_and_left_as_written",
    ),
    Deviation(
        "line-breaks-in-elements",
        "XML Schema 1.1 part 2 §3.3.17",
        "Line breaks and tabs inside the text of an element that is a reference are removed; collapsed they would be "
        "blanks.",
        "Who wraps a long reference there means no blank. In attributes they are blanks (XML 1.0 §3.3.3).",
        "test_scanner.py::test_line_breaks_in_attributes_are_blanks_and_in_elements_nothing",
    ),
    Deviation(
        "not-well-formed",
        "XML 1.0 §1.2",
        "After a fatal error reading continues, as that of an HTML parser does in a tag; of two attributes of one name "
        "the first counts.",
        "What follows an error was meant as well.",
        "test_tokenizer.py::test_each_case_has_its_tokens_however_it_is_cut",
    ),
)
