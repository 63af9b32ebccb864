"""Convert: bytes of a declared type become the text that every offset counts in."""

from remember.domain.documents import media_type

_ROUTES = ("text/markdown", "text/plain", "text/html")


def has_route(mime: str) -> bool:
    """Whether something converts bytes of this type."""
    return media_type(mime)[0] in _ROUTES
