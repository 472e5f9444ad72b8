"""Where the XML reader deviates from a standard, or had to choose: each with its test."""

from __future__ import annotations

from tests.uri.deviations import Deviation

#: The tests are in ``tests/formats/xml``.
DEVIATIONS = (
    Deviation(
        "xml-base-in-xhtml",
        "XML Base §3, §4; HTML Standard §2.4.1",
        "xml:base counts in XHTML and SVG too, resolved against the document's base, as set by the base element.",
        "Browsers no longer support it; authors who wrote it meant what its recommendation says.",
        "test_scanner.py::test_references_resolve_against_the_base_of_their_element",
    ),
    Deviation(
        "xml-base-is-no-link",
        "HTML standard §2.4.1",
        "The value of xml:base is itself a reference, but not in XHTML.",
        "In XHTML the references in attributes are those that browsers have.",
        "test_scanner.py::test_links_are_those_of_browsers",
    ),
    Deviation(
        "base-element-elsewhere",
        "HTML standard §2.4.1",
        "A base element of XHTML counts if the document's root is an element of XHTML or SVG, and not in a feed.",
        "In a browser it counts in any document; in a feed it would belong to one entry, and change all others.",
        "test_scanner.py::test_references_resolve_against_the_base_of_their_element",
    ),
    Deviation(
        "namespace-names-are-text",
        "Namespaces in XML 1.0 §2.1",
        "The name of a namespace that is a URI is found as text: quoted, without element and attribute.",
        "It is an identifier, and refers to nothing; HTML's reader does the same.",
        "test_scanner.py::test_references_are_found_with_their_element_and_attribute",
    ),
    Deviation(
        "namespaces-by-likeness",
        "Namespaces in XML 1.0 §2.3",
        "Known namespaces are recognised without regard to case, https for http, and a / or # at the end; prefixes "
        "that are not declared have their usual meaning; elements without a namespace belong to the root element's "
        "vocabulary; local names are compared without regard to case.",
        "Feeds and sitemaps are written by hand; no other vocabulary has such similar names.",
        "test_scanner.py::test_references_are_found_with_their_element_and_attribute",
    ),
    Deviation(
        "entities-kept-as-written",
        "XML 1.0 §4.4",
        "Only the five predefined entities and numeric references are decoded. A reference that contains another one "
        "is left as written; the first of a document is reported as a problem.",
        "The expansion of an entity may be of any size, or in another file; URIs in a declaration are found there.",
        "test_scanner.py::test_an_entity_in_a_reference_is_a_problem_and_left_as_written",
    ),
    Deviation(
        "line-breaks-in-elements",
        "XML Schema 1.1 part 2 §3.3.17",
        "Line breaks and tabs inside the text of an element that is a reference are removed; collapsing makes them "
        "blanks.",
        "Authors who wrap a long reference there mean no blank. In attributes they are blanks (XML 1.0 §3.3.3).",
        "test_scanner.py::test_line_breaks_in_attributes_are_blanks_and_in_elements_nothing",
    ),
    Deviation(
        "not-well-formed",
        "XML 1.0 §1.2",
        "After a fatal error reading continues, in a tag as in an HTML parser; of two attributes of one name "
        "the first counts.",
        "The text after an error was meant to be read as well.",
        "test_tokenizer.py::test_each_case_has_its_tokens_however_it_is_cut",
    ),
)
