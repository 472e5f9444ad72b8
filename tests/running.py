"""Run the command in a process of its own that need not start Python: a fork of one that has imported the package.

Most of the time of a short run is that of Python and of the imports. Tests of what happens then, of signals, and of
standard streams that are closed or full start the command themselves.
"""

import atexit
import contextlib
import functools
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading

#: Seconds after which a run is ended.
LIMIT = 60
#: What Python reads when it starts, and the package when it is imported: a process that has begun ignores it.
AT_START = ("PYTHON", "LANG", "LC_", "URI_EXTRACT_PURE")


def command(*arguments, input=b"", cwd=None, env=None, **options):
    """Run the command as ``subprocess.run`` does, and return what that returns; the streams are pipes."""
    if options:
        words = [sys.executable, "-m", "uri_extract", *map(str, arguments)]
        return subprocess.run(
            words, check=False, capture_output=True, input=input, cwd=cwd, env=env, timeout=LIMIT, **options
        )
    (stdin, feed), (output, stdout), (errors, stderr) = os.pipe(), os.pipe(), os.pipe()
    wait = start(arguments, stdin, stdout, stderr, cwd, env)
    said = []
    threads = [
        threading.Thread(target=write, args=(feed, input)),
        threading.Thread(target=lambda: said.append(read(errors))),
    ]
    for thread in threads:
        thread.start()
    written = read(output)
    for thread in threads:
        thread.join()
    return subprocess.CompletedProcess(arguments, wait(), written, said[0])


def start(arguments, stdin, stdout, stderr, cwd=None, env=None):
    """Begin a run with these descriptors, which are closed here; return a function that returns its exit status."""
    arguments = tuple(map(str, arguments))
    environment = dict(os.environ if env is None else env)
    # A server for each other PYTHONPATH would save nothing: that is a directory of one test.
    if hasattr(os, "fork") and environment.get("PYTHONPATH") == os.environ.get("PYTHONPATH"):
        server = _server(*sorted(_at_start(environment).items()))
        request = {"arguments": arguments, "cwd": os.fspath(cwd or os.getcwd()), "environment": environment}
        socket.send_fds(server, [b"\0"], [stdin, stdout, stderr])
        server.sendall(json.dumps(request).encode() + b"\n")

        def wait():
            return int(server.makefile("rb").readline())
    else:
        words = [sys.executable, "-m", "uri_extract", *arguments]
        process = subprocess.Popen(words, stdin=stdin, stdout=stdout, stderr=stderr, cwd=cwd, env=environment)

        def wait():
            return process.wait(LIMIT)

    for each in {stdin, stdout, stderr}:
        os.close(each)
    return wait


def _at_start(environment):
    return {name: value for name, value in environment.items() if name.startswith(AT_START)}


def write(descriptor, data):
    """Write data to a pipe, unless its reader closes it, and close it."""
    with contextlib.suppress(BrokenPipeError), open(descriptor, "wb") as pipe:
        pipe.write(data)


def read(descriptor):
    """Return what is written to a pipe until it is closed; close it."""
    with open(descriptor, "rb") as pipe:
        return pipe.read()


@functools.cache
def _server(*at_start):
    """Return the connection to a process that was started with these variables and forks when it is told to."""
    here, there = socket.socketpair()
    pipe = subprocess.PIPE
    environment = {name: value for name, value in os.environ.items() if not name.startswith(AT_START)}
    process = subprocess.Popen(
        [sys.executable, "-P", __file__, str(there.fileno())], pass_fds=[there.fileno()],
        stdin=pipe, stdout=pipe, stderr=pipe, env={**environment, **dict(at_start)},
    )  # fmt: skip
    there.close()

    @atexit.register
    def end():
        here.close()
        process.communicate()

    return here


def _serve(connection):
    """Fork for each request, and answer with the exit status."""
    from uri_extract import __main__, cli

    assert cli.main
    gc.freeze()
    requests = connection.makefile("rb")
    while descriptors := socket.recv_fds(connection, 1, 3)[1]:
        request = json.loads(requests.readline())
        process = os.fork()
        if not process:
            requests.close()
            connection.close()
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            for number, descriptor in enumerate(descriptors):
                os.dup2(descriptor, number)
                os.close(descriptor)
            os.chdir(request["cwd"])
            os.environ.clear()
            os.environ.update(request["environment"])
            sys.stdout.reconfigure(line_buffering=os.isatty(1))
            sys.argv = [__main__.__file__, *request["arguments"]]
            __main__.command()
        for descriptor in descriptors:
            os.close(descriptor)
        signal.signal(signal.SIGALRM, lambda *_, process=process: os.kill(process, signal.SIGKILL))
        signal.alarm(LIMIT)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        signal.alarm(0)
        connection.sendall(b"%d\n" % status)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
