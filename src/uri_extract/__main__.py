"""``python -m uri_extract`` is the command."""

import sys

from uri_extract.cli import main

sys.exit(main())
