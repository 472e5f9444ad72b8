"""``python -m uri_extract.uri``, and the table of deviations."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from uri_extract.uri.__main__ import main

from .deviations import DEVIATIONS


def test_the_command_prints_components_verdict_target_and_hazards(capsys):
    arguments = ["HTTP://u:p@h:25/a/../b", "--base", "http://a/", "--normalize", "scheme"]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    for line in ("valid", "scheme     HTTP", "port       25", "target     HTTP://u:p@h:25/b"):
        assert f"  {line}\n" in printed
    assert "  normalized http://u:p@h:25/b\n" in printed
    assert "  hazard     password: A password" in printed
    assert "  query" not in printed


def test_the_command_says_why_a_reference_is_invalid(capsys):
    assert main(["a", "http://h/a b"]) == 1
    printed = capsys.readouterr().out
    assert "  invalid    path at character 10: " in printed
    assert "(U+0020)" in printed


def test_the_command_prints_json_a_line_each(capsys):
    assert main(["--json", "?y", "http://\xe9/", "--base", "s:a", "--edition", "rfc2396"]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["error"]["component"] == "path"
    assert (second["valid"], second["error"]["position"]) == (False, 7)
    assert main(["--json", "g", "--base", "s:/a/b", "--normalize", "path"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["components"]["path"] == "g"
    assert report["target"] == "s:/a/g"
    assert report["hazards"] == []


@pytest.mark.parametrize("base", ["relative", "http://h:x/"])
def test_an_invalid_base_is_wrong_usage(base, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["g", "--base", base])
    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


def test_the_command_knows_rules(capsys):
    assert main(["--rule", "IRI", "http://\xe9/"]) == 0
    with pytest.raises(SystemExit):
        main(["--rule", "IRI", "--edition", "rfc2396", "http://h/"])
    assert "RFC 3987" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [[b"http://h/\xff"], [b"--json", b"\xff"], [b"--rule=IRI", "http://h/\u20ac".encode()]]
)
def test_no_bytes_and_no_terminal_make_it_crash(arguments, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("PYTHONUTF8", "1")
    done = subprocess.run([sys.executable, "-m", "uri_extract.uri", *arguments], capture_output=True, check=False)
    assert done.stderr == b""
    assert done.stdout.isascii()
    assert done.returncode in (0, 1)


def test_a_reference_does_not_act_on_a_terminal(capsys):
    main(["http://h/\x1b[31m\u202e\U000e0041", "--rule=IRI"])
    main(["http://h/\u202ea", "--rule=IRI"])
    shown = capsys.readouterr().out
    assert "path       /\\u202ea" in shown
    assert not set(shown) & set("\x1b\u202e\U000e0041")


@pytest.mark.parametrize("arguments", [[], ["a", "--normalize", "x"], ["a", "--edition", "x"]])
def test_wrong_usage_is_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_every_deviation_names_a_test_that_exists():
    here = Path(__file__).parent
    for deviation in DEVIATIONS:
        file, _, name = deviation.test.partition("::")
        tree = ast.parse((here / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, deviation
        assert deviation.what
        assert deviation.why
    assert len({deviation.name for deviation in DEVIATIONS}) == len(DEVIATIONS)


def test_importing_it_imports_nothing_heavy():
    heavy = (
        "idna",
        "publicsuffixlist",
        "urllib.parse",
        "dataclasses",
        "inspect",
        "ipaddress",
        "argparse",
    )
    code = f"import sys, uri_extract.uri._reference; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_kernel_runs_where_cython_is_not_installed():
    code = (
        "import sys; sys.modules['cython'] = None\n"
        "from uri_extract._compat._variants import interpreted; _kernel = interpreted('uri_extract.uri._kernel')\n"
        "print(_kernel.parts_of('s://u@[::1]:8/p?q#f'), _kernel.is_valid('a b'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "('s', 'u@[::1]:8', 'u', '[::1]', '8', '/p', 'q', 'f') False\n"


@pytest.mark.parametrize("pure", ["0", "1"])
def test_the_environment_chooses_the_variant(pure, monkeypatch):
    monkeypatch.setenv("URI_EXTRACT_PURE", pure)
    code = "import uri_extract.uri._kernel as b; print(b.split('a:b')[0], b.is_valid('a b'), b.__file__[-3:])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    scheme, valid, suffix = done.stdout.split()
    assert (scheme, valid) == ("a", "False")
    assert pure == "0" or suffix == ".py"
