"""The check that a Dask scheduler is at an address: Dask itself may wait for ever, or ask for all memory.

It guards against mistakes, not against attackers: in Dask's protocol each end can make the other run anything (messages
are pickled), so the user must trust the scheduler.
"""

from __future__ import annotations

import asyncio
import re
import socket
import struct
import threading
import time
from concurrent.futures import Future
from typing import Any

from rendering.cache.atomic_files import reason
from scenes.errors import UserError, shown

PATIENCE = 5.0
"""The seconds that a scheduler has for an answer."""

_ADDRESS = re.compile(r"(?:(?P<scheme>tcp|tls)://)?(?P<host>\[[0-9a-fA-F:.%]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")
_SIZE = struct.Struct("<Q")
_LARGEST_GREETING = 4096  # bytes; it is a table of three entries
_GREETING = b"pickle-protocol"


class _NoScheduler(Exception):
    """The error of an address without a scheduler. The message is the end of a line."""


def require_scheduler(address: str) -> None:
    """Check that a Dask scheduler answers at an address within ``PATIENCE`` seconds.

    Args:
        address: ``tcp://HOST:PORT``, ``tls://HOST:PORT`` or ``HOST:PORT``.

    Raises:
        UserError: when it is not such an address, or no scheduler answers there.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found["port"]) < 65536:
        raise UserError(f"--cluster needs tcp://HOST:PORT, tls://HOST:PORT or local:N; got {shown(address)}")
    answer: Future[None] = Future()
    # A thread of its own: the system may take minutes to find a host by its name, and cannot be interrupted.
    threading.Thread(target=_ask, args=(found, answer), daemon=True).start()
    try:
        answer.result(PATIENCE)
    except TimeoutError:
        raise UserError(f"no Dask scheduler at {shown(address)}: no answer within {PATIENCE:g} s") from None
    except (_NoScheduler, OSError) as error:
        raise UserError(f"no Dask scheduler at {shown(address)}: {reason(error)}") from None


def _ask(found: re.Match[str], answer: Future[None]) -> None:
    """Ask the server at an address for its identity."""
    try:
        if found["scheme"] != "tls":  # else Dask checks a certificate before it reads anything
            _require_greeting(found["host"].strip("[]"), int(found["port"]))
        _require_identity(f"{found['scheme'] or 'tcp'}://{found['host']}:{found['port']}")
    except Exception as error:
        answer.set_exception(error)
    else:
        answer.set_result(None)


def _require_greeting(host: str, port: int) -> None:
    """Check that the server at an address greets like a Dask server; no more is read than a greeting has.

    Raises:
        _NoScheduler: when it greets otherwise.
        OSError: when nobody can be reached.
    """
    deadline = time.monotonic() + PATIENCE
    with socket.create_connection((host, port), PATIENCE) as line:
        (size,) = _SIZE.unpack(_read(line, _SIZE.size, deadline))
        if size > _LARGEST_GREETING or _GREETING not in _read(line, size, deadline):
            raise _NoScheduler("something else answers there")


def _read(line: socket.socket, count: int, deadline: float) -> bytes:
    """Return the next bytes of a connection."""
    content = b""
    while len(content) < count:
        line.settimeout(max(deadline - time.monotonic(), 0.001))
        part = line.recv(count - len(content))
        if not part:
            raise _NoScheduler("something else answers there")
        content += part
    return content


def _require_identity(address: str) -> None:
    """Check that a Dask server is a scheduler.

    Raises:
        _NoScheduler: when it is a worker or another server of Dask's.
        OSError: when the connection ends.
    """
    kind = asyncio.run(asyncio.wait_for(_identity(address), PATIENCE)).get("type")
    if kind != "Scheduler":
        raise _NoScheduler(f"a Dask {str(kind).lower()} answers there" if kind else "something else answers there")


async def _identity(address: str) -> dict[str, Any]:
    """Return a Dask server's description of itself."""
    import distributed.comm

    dask: Any = distributed  # it has no types
    arguments = dask.Security().get_connection_args("client")
    if address.startswith("tls:") and arguments.get("ssl_context") is None:
        raise _NoScheduler("tls:// needs certificates in Dask's configuration, under distributed.comm.tls")
    line = await dask.comm.connect(address, timeout=PATIENCE, **arguments)
    try:
        await line.write({"op": "identity", "reply": True})
        said = await line.read()
    finally:
        line.abort()
    return said if isinstance(said, dict) else {}
