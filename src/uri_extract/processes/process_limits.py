"""Limits of memory and time for this process, on systems that have them. Windows does not."""

from __future__ import annotations

from contextlib import suppress


def limit_memory(size: int) -> None:
    """Limit this process to ``size`` bytes of address space, and disable core files."""
    _limit("RLIMIT_AS", size)
    _limit("RLIMIT_CORE", 0)


def limit_seconds(seconds: int) -> None:
    """Limit this process to ``seconds`` more of processor time."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _limit("RLIMIT_CPU", int(used.ru_utime + used.ru_stime) + seconds)


def _limit(name: str, wanted: int) -> None:
    """Set a soft limit, at most the hard limit."""
    try:
        import resource
    except ImportError:
        return
    # macOS refuses some limits that other systems accept; OpenBSD lacks RLIMIT_AS. Then the parent's limits remain.
    with suppress(AttributeError, OSError, ValueError):
        what: int = getattr(resource, name)
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
