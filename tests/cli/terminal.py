"""Run the command on a terminal."""

import os
import pty
import subprocess
import sys


def on_a_terminal(*arguments, stdin=b"", **environment):
    """Return the status, the output to the terminal, and standard error, which is a pipe."""
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
    """Return all output to a terminal until its other end is closed; close this end."""
    shown = b""
    try:
        while piece := os.read(leader, 4096):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    return shown.replace(b"\r\n", b"\n")


def errors_on_a_terminal(*arguments, stdin=b""):
    """Return the standard error of a run in which it is a terminal."""
    leader, follower = pty.openpty()
    words = [sys.executable, "-m", "uri_extract", *arguments]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    process.communicate(stdin)
    return received(leader).decode()
