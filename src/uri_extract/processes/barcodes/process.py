"""A program that reads images from a pipe, one after the other, and writes the texts of their barcodes.

The size of each image precedes it, eight bytes in network order. For each image a line of JSON is written: an array
of the texts of its barcodes, or an object with the kind and message of a problem. It is a separate process because only
the limits of the system bound the work that a few bytes can cause in an image decoder.
"""

from __future__ import annotations

import json

from uri_extract._compat._typing import BinaryIO
from uri_extract.errors import said
from uri_extract.limits import MAX_IMAGE_MEMORY, MAX_IMAGE_PIXELS, MAX_IMAGE_SECONDS
from uri_extract.processes.barcodes.reading import TooLarge, in_image
from uri_extract.processes.process_limits import limit_memory, limit_seconds


def main(images: BinaryIO, answers: BinaryIO) -> None:
    """Read all images."""
    limit_memory(MAX_IMAGE_MEMORY)
    while len(head := images.read(8)) == 8:
        data = images.read(int.from_bytes(head, "big"))
        limit_seconds(MAX_IMAGE_SECONDS)
        answers.write(f"{json.dumps(answer(data))}\n".encode())
        answers.flush()


def answer(data: bytes) -> list[str] | dict[str, str]:
    """Return the texts of the barcodes in an image, or the problem with it."""
    try:
        return in_image(data)
    except (TooLarge, MemoryError):
        message = (
            f"the image has more than {MAX_IMAGE_PIXELS} pixels or needs too much memory: its barcodes are not read"
        )
        return {"kind": "too-large", "message": message}
    except Exception as error:  # for damaged images Pillow raises OSError, SyntaxError, struct.error
        return {"kind": "damaged", "message": f"the image cannot be decoded: {said(error)}"}
