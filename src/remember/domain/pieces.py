"""Cut a text of any length where no sentence is cut: what a parser reads at once."""

import re

_LINE = re.compile(r"[^\n]*\n?")
_STARTS_BLOCK = re.compile(r"[ \t]*(?:[-*+•|]|#{1,6}|\d{1,3}[.)])(?:[ \t]|(?<=\|))")
_WHOLE_BLOCK = re.compile(r"[ \t]*(?:#{1,6}[ \t]|\|)")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+")
_SPACE = re.compile(r"\s+")


def pieces(text: str, most: int) -> list[tuple[int, int]]:
    """Places `[start, end)` of at most `most` characters that hold all of the text but white space, in order.

    A piece ends with its paragraph, heading, table row or list item; a longer one is cut after its last
    sentence that fits, else between words, else anywhere.
    """
    return [place for start, end in _blocks(text) for place in _cut(text, start, end, most)]


def _blocks(text: str) -> list[tuple[int, int]]:
    blocks: list[tuple[int, int]] = []
    start = 0
    for line in _LINE.finditer(text):
        whole = _WHOLE_BLOCK.match(line.group())
        if whole or not line.group().strip() or _STARTS_BLOCK.match(line.group()):
            blocks.append((start, line.start()))
            start = line.start()
        if whole:
            blocks.append((start, line.end()))
            start = line.end()
    blocks.append((start, len(text)))
    return blocks


def _cut(text: str, start: int, end: int, most: int) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    while True:
        start, end = _stripped(text, start, end)
        if start == end:
            return places
        stop = end if end - start <= most else _stop(text, start, start + most)
        places.append(_stripped(text, start, stop))
        start = stop


def _stop(text: str, start: int, limit: int) -> int:
    for boundary in (_SENTENCE_END, _SPACE):
        ends = [found.end() for found in boundary.finditer(text, start, limit)]
        if ends:
            return ends[-1]
    return limit


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
