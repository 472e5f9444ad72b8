"""The program that reads the barcodes of images from its standard input, one image after the other.

An image comes after its size, eight bytes in network order. For each a line of JSON is written to standard output: an
array of what the codes say; or an object with the kind and the message of a problem. What a few bytes of an image can
make a decoder do has no other limits than those that the system sets for a process.
"""

from __future__ import annotations

import json
import os
import signal
import sys

from uri_extract._process_limits import limit_memory, limit_seconds
from uri_extract.barcodes.reading import TooLarge, in_image
from uri_extract.limits import MAX_IMAGE_MEMORY, MAX_IMAGE_PIXELS, MAX_IMAGE_SECONDS


def main() -> None:
    """Read images until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process ends it
    images, answers = sys.stdin.buffer, sys.stdout
    limit_memory(MAX_IMAGE_MEMORY)
    while len(head := images.read(8)) == 8:
        data = images.read(int.from_bytes(head, "big"))
        limit_seconds(MAX_IMAGE_SECONDS)
        answers.write(f"{json.dumps(answer(data))}\n")
        answers.flush()
    os._exit(0)  # the system frees it all at once


def answer(data: bytes) -> list[str] | dict[str, str]:
    """Return what the codes of an image say, or the problem with it."""
    try:
        return in_image(data)
    except (TooLarge, MemoryError):
        message = (
            f"an image of more than {MAX_IMAGE_PIXELS} pixels, or that takes too much memory: its barcodes are not read"
        )
        return {"kind": "too-large", "message": message}
    except Exception as error:  # whatever Pillow raises of an image that is damaged: OSError, SyntaxError, struct.error
        text = " ".join(str(error).split()) or type(error).__name__
        return {"kind": "damaged", "message": f"an image that cannot be decoded: {text}"}
