"""Reference resolution as worded in RFC 3986, to compare the package and the fuzzer with."""


def letter_of_5_2_4(path):
    """Return the path by remove_dot_segments as worded in RFC 3986 §5.2.4, buffer by buffer."""
    given, output = path, ""
    while given:
        if given.startswith("../"):
            given = given[3:]
        elif given.startswith(("./", "/./")):
            given = given[2:]
        elif given == "/.":
            given = "/"
        elif given.startswith("/../") or given == "/..":
            given = "/" + given[4:]
            output = output[: output.rfind("/")] if "/" in output else ""
        elif given in (".", ".."):
            given = ""
        else:
            end = given.find("/", 1)
            end = len(given) if end < 0 else end
            output += given[:end]
            given = given[end:]
    return output


def letter_of_5_2_2(b, r):
    """Return the components of the target of ``r`` against base ``b``, as worded in RFC 3986 §5.2.2."""
    if r.scheme is not None:
        return r.scheme, r.authority, letter_of_5_2_4(r.path), r.query, r.fragment
    if r.authority is not None:
        return b.scheme, r.authority, letter_of_5_2_4(r.path), r.query, r.fragment
    if r.path == "":
        return b.scheme, b.authority, b.path, b.query if r.query is None else r.query, r.fragment
    if r.path.startswith("/"):
        path = r.path
    elif b.authority is not None and b.path == "":
        path = "/" + r.path
    else:
        path = b.path[: b.path.rfind("/") + 1] + r.path
    return b.scheme, b.authority, letter_of_5_2_4(path), r.query, r.fragment
