"""The command on a terminal."""

import os
import pty
import subprocess
import sys


def on_a_terminal(*arguments, stdin=b"", **environment):
    """Return the status, what the terminal was sent, and what standard error was, which is none."""
    leader, follower = pty.openpty()
    words = [sys.executable, "-m", "uri_extract", *arguments]
    environment = {**os.environ, "TERM": "xterm", **environment}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=follower, stderr=pipe, env=environment) as process:
        os.close(follower)
        process.stdin.write(stdin)
        process.stdin.close()
        shown = received(leader)
        return process.wait(60), shown, process.stderr.read()


def received(leader):
    """Return what a terminal was sent, until its other end was closed; close it."""
    shown = b""
    try:
        while piece := os.read(leader, 4096):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    return shown.replace(b"\r\n", b"\n")


def errors_on_a_terminal(*arguments, stdin=b""):
    """What a terminal is sent that is standard error."""
    leader, follower = pty.openpty()
    words = [sys.executable, "-m", "uri_extract", *arguments]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    process.communicate(stdin)
    return received(leader).decode()
