"""Compile the kernels; everything else about the project stands in pyproject.toml.

A kernel is an ordinary Python file that also runs as it is. It is compiled under a second name, so that both
variants are importable side by side. Where there is no compiler (or no Cython) the install succeeds without.
"""

import os
import runpy
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src/uri_extract")
KERNELS = runpy.run_path(str(PACKAGE / "_variants.py"))["kernel_files"](PACKAGE)

# What Cython would else write into each of them, and the compiler read each time. Cython makes the source of it.
SHARED = "uri_extract._cyutility"

# Nobody debugs C that was generated: without what that takes, compiling is faster and files are a tenth as large.
# Loops over bytes are made for a compiler that reads several at once, as it does at this level of optimisation.
ARGUMENTS = [] if os.name == "nt" else ["-g0", "-O3"]


try:
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    sources = {f"{name}_c": str(path) for name, path in KERNELS.items()}
    sources[SHARED] = f"src/{SHARED.replace('.', '/')}.c"
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
