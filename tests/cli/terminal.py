"""Run the command on a terminal."""

import os
import pty

from tests import running


def on_a_terminal(*arguments, stdin=b"", **environment):
    """Return the status, the output to the terminal, and standard error, which is a pipe."""
    leader, follower = pty.openpty()
    (given, feed), (errors, stderr) = os.pipe(), os.pipe()
    wait = running.start(arguments, given, follower, stderr, env={**os.environ, "TERM": "xterm", **environment})
    running.write(feed, stdin)
    shown, said = received(leader), running.read(errors)
    return wait(), shown, said


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
    given, feed = os.pipe()
    wait = running.start(arguments, given, os.open(os.devnull, os.O_WRONLY), follower)
    running.write(feed, stdin)
    said = received(leader).decode()
    wait()
    return said
