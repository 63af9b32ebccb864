"""Locators: the forms in which documents point at each other, so that the two sides can be compared.

A document bears the locators that it can be pointed at by: its path among the sources of its kind, its URL,
its title and the name of its file, and the Message-ID of a mail. What a text points at becomes locators
too, the surest first. Only equal locators meet.
"""

import posixpath
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urljoin, urlsplit

from remember.domain.documents import ANONYMOUS_KIND, title_from_filename

LOCATOR_MAX = 2_400
"""In bytes of UTF-8: room for every kind and path that a source may have, and for an index entry."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a document stands: its source and the name of its file. Relative links count from there."""

    source_kind: str
    source_ref: str
    filename: str

    @property
    def url(self) -> str | None:
        """Its address, where its source is a web page."""
        return self.source_ref if self.source_ref.startswith(("http://", "https://")) else None

    @property
    def path(self) -> str:
        """Its path; of what was sent without a source, the name of its file."""
        return self.filename if self.source_kind == ANONYMOUS_KIND else self.source_ref


def borne(place: Place, title: str | None, message_id: str | None) -> tuple[str, ...]:
    """The locators of a document."""
    stem = title_from_filename(place.filename if place.url else place.path)
    found = [
        _url(place.url) if place.url else _path(place, place.path),
        _name(title or ""),
        _name(stem),
        _message(message_id) if message_id else None,
    ]
    return _kept(found)


def of_link(target: str, place: Place) -> tuple[str, ...]:
    """What a link in a document at that place may point at; nothing where it stays on its own page."""
    target = target.strip()
    scheme = _SCHEME.match(target)
    if scheme:
        return _of_scheme(scheme[1].lower(), target)
    if not target or target[0] in "#?":
        return ()
    if place.url or target.startswith("//"):
        return _kept([_url(_joined(place.url or "https:", target))])
    bare = unquote(re.split(r"[?#]", target, maxsplit=1)[0])
    return _kept(_paths(bare, place))


def of_wiki_link(target: str, place: Place) -> tuple[str, ...]:
    """What a wiki link may point at: a title, the name of a file without its suffix, or a path."""
    name = re.split(r"[#^]", target, maxsplit=1)[0].strip()
    paths = _paths(name, place) if "/" in name else []
    return _kept([*paths, _name(name)])


def of_message(message_id: str) -> tuple[str, ...]:
    """The locator of a mail."""
    return _kept([_message(message_id)])


def _of_scheme(scheme: str, target: str) -> tuple[str, ...]:
    rest = target[len(scheme) + 1 :]
    if scheme in _PORTS:
        return _kept([_url(target)])
    return of_message(unquote(rest).strip("<>")) if scheme == "mid" else ()


def _joined(base: str, target: str) -> str:
    try:
        return urljoin(base, target)
    except ValueError:
        return ""


def _paths(target: str, place: Place) -> list[str | None]:
    """Beside the document first, then from the root; a page may be named without its suffix."""
    beside = posixpath.join(posixpath.dirname(place.path.replace("\\", "/")), target)
    paths = [target] if target.startswith("/") else [beside, target]
    whole = [_path(place, path) for path in paths]
    suffixed = [] if posixpath.splitext(target)[1] else [_path(place, f"{path}.md") for path in paths]
    return [*whole, *suffixed]


def _path(place: Place, path: str) -> str | None:
    plain = posixpath.normpath(path.replace("\\", "/")).lstrip("/")
    if plain in ("", ".") or plain.startswith("../") or plain == "..":
        return None
    return f"path:{place.source_kind}:{unicodedata.normalize('NFC', plain)}"


def _url(url: str) -> str | None:
    """Without what leads to the same page: the scheme, a usual port, a fragment, a slash at the end."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or parts.scheme.lower() not in _PORTS:
        return None
    shown = "" if port in (None, _PORTS[parts.scheme.lower()]) else f":{port}"
    query = f"?{parts.query}" if parts.query else ""
    return f"url:{parts.hostname}{shown}{unquote(parts.path).rstrip('/')}{query}"


def _name(name: str) -> str | None:
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return f"name:{folded}" if folded else None


def _message(message_id: str) -> str | None:
    bare = message_id.strip().strip("<>")
    return f"message:{bare}" if "@" in bare else None


def _kept(found: Iterable[str | None]) -> tuple[str, ...]:
    """Each once, in order; what no database keeps and what no source can be called is left out."""
    return tuple(dict.fromkeys(one for one in found if one and _is_storable(one)))


def _is_storable(locator: str) -> bool:
    if "\0" in locator or any("\ud800" <= sign <= "\udfff" for sign in locator):
        return False
    return len(locator.encode()) <= LOCATOR_MAX
