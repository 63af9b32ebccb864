"""HTML that a parser of the standard's rules can read in reasonable time, whatever it was before.

The standard's rules take time that grows with the square of the nesting depth and of the number of
attributes, and they copy every unclosed formatting element into each later block. No page needs any of
that in earnest, so what passes these bounds is simplified before it is parsed.
"""

import re


def names(words: str) -> frozenset[str]:
    """Names of elements, written with spaces between them."""
    return frozenset(words.split())


DEPTH_MAX = 5_000
"""A deeper page keeps its text and loses its structure."""
_FORMATS_MAX = 6  # so many formatting elements may be open at once
_TAG_MAX = 4_000  # a longer tag loses its attributes

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_LONG_TAG = re.compile(f"<([a-zA-Z][a-zA-Z0-9-]*)[^<>]{{{_TAG_MAX},}}")
_FORMATTING = names("a b big em font i nobr s small strike strong tt u")
_FORMATTING_TAG = re.compile(rf"</?(?:{'|'.join(sorted(_FORMATTING))})(?![a-zA-Z0-9-])[^<>]*>", re.IGNORECASE)
_UNSEEN = re.compile(
    r"<(script|style|template|svg)(?![a-zA-Z0-9-])[^<>]*>.*?(?:</\1[^<>]*>|\Z)", re.DOTALL | re.I
)
_ANY_TAG = re.compile(r"<[/!?]?[a-zA-Z-][^<>]*(?:>|(?=<)|\Z)")
# Elements that close themselves: their tags say nothing about depth.
_FLAT = names(
    "area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup tr td th"
    " thead tbody tfoot colgroup html head body"
)


def tamed(html: str) -> str:
    """The same page where it is within bounds, else a simpler one with the same words."""
    html = _LONG_TAG.sub(r"<\1", html)
    depth, formats = _depths(html)
    if depth > DEPTH_MAX:
        return _ANY_TAG.sub("\n<p>", _UNSEEN.sub("\n", html))
    return _FORMATTING_TAG.sub("", html) if formats > _FORMATS_MAX else html


def _depths(html: str) -> tuple[int, int]:
    """How many elements, and how many formatting elements, are open at once at the most."""
    depth = deepest = formats = most_formats = 0
    for tag in _TAG.finditer(html):
        name, step = tag[2].lower(), -1 if tag[1] else 1
        if name in _FORMATTING:
            formats = max(0, formats + step)
            most_formats = max(most_formats, formats)
        elif name not in _FLAT:
            depth = max(0, depth + step)
            deepest = max(deepest, depth)
    return deepest, most_formats
