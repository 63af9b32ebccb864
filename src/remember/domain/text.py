"""Bytes to the text that a version stores, and that every offset counts in.

The stored text is a sequence of Unicode code points. It is what was sent, except that a leading byte
order mark is dropped, and that U+0000 and unpaired surrogates, which no database keeps, each become one
U+FFFD. Line ends and normalisation forms (NFC, NFD) stay as they came.
"""

import codecs
import re

from remember.domain.long_texts import in_pieces
from remember.errors import Incorrect

_BOM = "\ufeff"
_REPLACEMENT = "\ufffd"
_HALF = re.compile("[\ud800-\udfff]")
# Charsets that web pages and mail declare; Python knows more codecs, and some of them are not charsets.
_EASTERN = "koi8-r koi8-u shift_jis euc-jp iso2022_jp gbk gb2312 gb18030 big5 euc-kr"
_CHARSETS = frozenset(
    codecs.lookup(name).name
    for name in (
        *("ascii", "utf-8", "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be"),
        *(f"iso8859-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
        *(f"cp{n}" for n in (874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258)),
        *_EASTERN.split(),
    )
)
_LOOKS_LIKE = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What no writing uses: the control bytes beside white space, backspace and escape.
_CONTROLS = bytes((*range(8), *range(14, 27), *range(28, 32)))
_SAMPLE = 65_536
_FEWEST = 8


def stored_text(text: str) -> str:
    """The text as it is stored; it never changes length except for a leading byte order mark."""
    text = text.removeprefix(_BOM).replace("\0", _REPLACEMENT)
    return text if text.isascii() else "".join(_HALF.sub(_REPLACEMENT, piece) for piece in in_pieces(text))


def decode(content: bytes, charset: str | None = None) -> str:
    """The stored text of bytes that were declared to be text.

    Without a declared charset the bytes must be UTF-8: nothing is guessed, and UTF-16 must be declared
    even where it starts with its byte order mark. Without that mark its bytes are mostly valid UTF-8, of
    characters and controls by turns; they are refused too.
    """
    codec = _codec(charset)
    if charset is None and (looks := _unmarked_utf16(content)):
        raise _not_text(content, codec, 0 if looks == "utf-16be" else 1, looks)
    try:
        return stored_text(content.decode(codec))
    except UnicodeDecodeError as error:
        if codec == "utf-8" and (text := _with_surrogates(content)) is not None:
            return stored_text(text)
        raise _not_text(content, codec, error.start) from None


def _unmarked_utf16(content: bytes) -> str | None:
    """The UTF-16 that the bytes look like: most of every second byte is a control, few of the others are."""
    sample = content[:_SAMPLE]
    if len(sample) < _FEWEST or any(sample.startswith(mark) for mark, _ in _LOOKS_LIKE):
        return None
    halves = sample[::2], sample[1::2]
    many = [2 * len(half.translate(None, _CONTROLS)) < len(half) for half in halves]
    if many[0] == many[1]:
        return None
    return "utf-16be" if many[0] else "utf-16le"


def _with_surrogates(content: bytes) -> str | None:
    # Some writers encode an unpaired surrogate as three bytes; strict UTF-8 has no such bytes.
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None


def _codec(charset: str | None) -> str:
    if charset is None:
        return "utf-8"
    try:
        codec = codecs.lookup(charset).name
    except (LookupError, ValueError):
        codec = ""
    if codec not in _CHARSETS:
        raise Incorrect(
            f"charset {charset!r} is not known",
            code="charset_unknown",
            hint="send UTF-8, and leave the charset out",
            data={"charset": charset},
        )
    return codec


def _not_text(content: bytes, codec: str, at: int, looks: str | None = None) -> Incorrect:
    at = min(at, len(content) - 1)
    looks = looks or next((name for bom, name in _LOOKS_LIKE if content.startswith(bom)), None)
    declare = f"; it looks like {looks}, which is read if the mime ends with '; charset={looks}'"
    return Incorrect(
        f"the body is not {codec} text: byte {at} is 0x{content[at]:02x}",
        code="text_not_decodable",
        hint=f"send it as UTF-8, or with the mime type of what it is{declare if looks else ''}",
        data={"codec": codec, "byte_offset": at, "byte_value": content[at]},
    )
