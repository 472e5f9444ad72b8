"""Compile the kernels; everything else about the project stands in pyproject.toml.

A kernel is an ordinary Python file that also runs as it is. It is compiled under a second name, so that both
variants are importable side by side. Where there is no compiler (or no Cython) the install succeeds without.
"""

from setuptools import Extension, setup

KERNELS = {
    f"uri_extract.{room.replace('/', '.')}._{name}_c": f"src/uri_extract/{room}/_{name}.py"
    for room, names in {
        "scan": "lines characters token hosts words wraps pieces before kernel names suffix listing",
        "uri": "kernel",
        "media": "plain",
        "media/html": "context runs tokenizer undo values walk css order links",
        "sinks": "jsonl",
        "media/xml": "tokenizer walk",
        "media/mail": "fields",
    }.items()
    for name in names.split()
}

try:
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    extensions = cythonize(
        [Extension(name, [source]) for name, source in KERNELS.items()],
        build_dir="build",
        include_path=["src"],
        language_level=3,
    )

for extension in extensions:
    extension.optional = True  # cythonize makes extensions of its own, and drops the flag from those it is given

setup(ext_modules=extensions)
