"""Compile the kernels; everything else about the project stands in pyproject.toml.

A kernel is an ordinary Python file that also runs as it is. It is compiled under a second name, so that both
variants are importable side by side. Where there is no compiler (or no Cython) the install succeeds without.
"""

import os

from setuptools import Extension, setup

KERNELS = {
    f"uri_extract.{room.replace('/', '.')}._{name}_c": f"src/uri_extract/{room}/_{name}.py"
    for room, names in {
        "scan": "lines characters token hosts words wraps pieces before kernel names suffix listing",
        "uri": "kernel",
        "media/html": "context runs tokenizer undo values walk css order links",
        "pages": "bytes cells line_counter rows page fields",
        "sinks": "jsonl columns",
        "cli": "heap",
        "media/xml": "tokenizer walk",
        "media/mail": "fields",
        "sources": "headers",
    }.items()
    for name in names.split()
}

# What Cython would else write into each of them, and the compiler read each time. Cython makes the source of it.
SHARED = "uri_extract._cyutility"

# Nobody debugs C that was generated: without what that takes, compiling is faster and files are a tenth as large.
ARGUMENTS = [] if os.name == "nt" else ["-g0"]


try:
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    sources = {**KERNELS, SHARED: f"src/{SHARED.replace('.', '/')}.c"}
    extensions = cythonize(
        [Extension(name, [source], extra_compile_args=ARGUMENTS) for name, source in sources.items()],
        build_dir="build",
        include_path=["src"],
        language_level=3,
        shared_utility_qualified_name=SHARED,
    )

for extension in extensions:
    extension.optional = True  # cythonize makes extensions of its own, and drops the flag from those it is given

setup(ext_modules=extensions, options={"build_ext": {"parallel": os.cpu_count()}})
