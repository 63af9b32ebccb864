"""Who a caller is, and from where a memory may be called at all."""

import hashlib
import hmac
import ipaddress
from collections.abc import Collection

from remember.context import EVERYTHING, OWNER, Principal
from remember.domain.documents import PrincipalKind
from remember.errors import Forbidden, Incorrect, Unauthenticated
from remember.settings import Settings

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def refuse_open_binding(host: str, settings: Settings) -> None:
    """Raises `Incorrect` where binding `host` would let the network in without a key."""
    if settings.server_key or is_loopback(host):
        return
    raise Incorrect(
        f"binding {host} would open this memory to the network, and no key is configured",
        code="binding_refused",
        hint="set REMEMBER_SERVER_KEY to a key that callers must send, or bind 127.0.0.1",
        data={"host": host},
    )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address; a name other than localhost counts as open."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def identify(authorization: str | None, settings: Settings) -> Principal:
    """The caller behind an `Authorization` header; the owner where no key is configured."""
    if settings.server_key is None:
        return OWNER
    scheme, _, key = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise Unauthenticated("a perimeter credential is required", code="credential_required")
    if not hmac.compare_digest(_digest(key.strip()), _digest(settings.server_key)):
        raise Unauthenticated("perimeter authentication failed", code="credential_refused")
    return Principal(kind=PrincipalKind.API_CREDENTIAL, ref="server_key", permissions=EVERYTHING)


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode(errors="surrogatepass")).digest()


def refuse_foreign_page(host: str | None, origin: str | None, allowed: Collection[str]) -> None:
    """Raises `Forbidden` for a request that a foreign web page made this machine's browser send.

    A page can point its own name at loopback (the `Host` gives it away), or post to us across origins
    (the `Origin` does). Programs send our own name and no origin.
    """
    name = _host_name(host or "")
    if name not in LOOPBACK_NAMES and name not in allowed:
        raise Forbidden(
            "host is not allowed",
            code="host_not_allowed",
            hint="name it in REMEMBER_ALLOWED_HOSTS if it is yours",
        )
    if origin is not None and origin.partition("://")[2].lower() != (host or "").lower():
        raise Forbidden("origin is not allowed", code="origin_not_allowed")


def _host_name(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()
