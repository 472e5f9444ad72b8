"""Only the first reference with each key is printed."""

import pytest
from tests import running

from uri_extract.cli import flags
from uri_extract.sinks.keys import KEYS

TEXT = """
http://ferry.example/a?utm_source=x http://ferry.example/a HTTP://FERRY.example:80/%61
http://www.ferry.example/A http://pier.example/ mailto:ada@ferry.example http://pier.example/[
"""


def run(*arguments):
    done = running.command("--no-config", *arguments, input=TEXT.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().split("\n")[:-1]


@pytest.mark.parametrize(
    ("key", "numbers"),
    [
        ("host", [0, 3, 4, 5]), ("scheme", [0, 5]), ("document", [0]), ("normalized", [0, 1, 3, 4, 5]),
        ("surt", [0, 1, 4, 5]), ("without-tracking", [0, 3, 4, 5]),
    ],
)  # fmt: skip
def test_the_first_reference_with_each_key_is_printed(key, numbers):
    everything = run()
    assert run("--unique-by", key) == [everything[number] for number in numbers]


def test_keys_of_unique_by_are_those_that_are_counted():
    (by,) = (flag for flag in flags.flags() if flag.long == "unique-by")
    (counted,) = (flag for flag in flags.flags() if flag.long == "count-by")
    assert by.choices == counted.choices == tuple(KEYS)


def test_references_are_counted_by_what_they_are_without_tracking():
    assert run("--count-by", "without-tracking")[0] == "3\thttp://ferry.example/a"
