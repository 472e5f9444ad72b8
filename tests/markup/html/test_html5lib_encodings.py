"""The encoding cases of html5lib-tests, if they are there (``python -m tests.oracles`` fetches them)."""

import re

import pytest
from tests.oracles import folder

from uri_extract.markup.html.charset import determine

FOLDER = folder("html5lib-tests", "html/html5lib-tests") / "encoding"
FILES = sorted(FOLDER.glob("*.dat"))


def cases(path):
    for case in re.split(rb"(?:^|\n)#data\n", path.read_bytes())[1:]:
        data, _, encoding = case.partition(b"\n#encoding\n")
        yield data, encoding.strip().decode().lower()


@pytest.mark.skipif(not FILES, reason="`python -m tests.oracles` fetches the cases")
def test_every_case_has_the_encoding_it_says():
    compared = 0
    for data, expected in (case for path in FILES for case in cases(path)):
        if re.search(rb"<(script|style)[^<]*<meta", data):
            continue  # such a meta element is written by a script, or is raw text in browsers
        found = determine(data)
        # In the cases the default is windows-1252; ours is UTF-8 if the bytes are UTF-8.
        assert found.name == expected or (found.source, expected) == ("default", "windows-1252"), data
        compared += 1
    assert compared > 60
