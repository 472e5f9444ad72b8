"""Limits of memory and time for this process, on systems that have them. Windows has none of these."""

from __future__ import annotations

from contextlib import suppress


def limit_memory(size: int) -> None:
    """Limit this process to ``size`` bytes of address space, and let it leave no core file."""
    _limit("RLIMIT_AS", size)
    _limit("RLIMIT_CORE", 0)


def limit_seconds(seconds: int) -> None:
    """Limit this process to ``seconds`` of processor time more than it has used."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _limit("RLIMIT_CPU", int(used.ru_utime + used.ru_stime) + seconds)


def _limit(name: str, wanted: int) -> None:
    """Set a soft limit, or what is there if the hard limit is lower."""
    try:
        import resource
    except ImportError:
        return
    # macOS refuses some limits that others accept, OpenBSD lacks RLIMIT_AS: without one, the parent's limits remain.
    with suppress(AttributeError, OSError, ValueError):
        what: int = getattr(resource, name)
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
