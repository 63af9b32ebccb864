"""Brackets and quotation marks, which come in pairs: some words of a sentence without the half of a pair."""

import re

_CLOSES = {"(": ")", "[": "]", "{": "}", "“": "”", "„": "“”", "«": "»"}
_ENDS = frozenset("".join(_CLOSES.values())) - {"“"}
_SPACE_BEFORE_MARK = re.compile(r"\s+([.,;:!?])(?=[\s\"”’')\]]|$)")


def paired(text: str) -> str:
    """Some words cut out of a sentence, less what a bracket opens that they do not close, and lone marks.

    >>> paired("45 seconds (was 30 seconds")
    '45 seconds'
    >>> paired('"Orders fell by 22 percent .')
    'Orders fell by 22 percent.'
    """
    opened: list[int] = []
    lone: set[int] = set()
    for at, character in enumerate(text):
        if opened and character in _CLOSES[text[opened[-1]]]:
            opened.pop()
        elif character in _CLOSES:
            opened.append(at)
        elif character in _ENDS:
            lone.add(at)
    cut = len(text)
    for at in opened:
        if text[at] in "([{" and text[:at].strip():
            cut = min(cut, at)
        lone.add(at)
    if text[:cut].count('"') % 2:
        lone |= {at for at, character in enumerate(text) if character == '"'}
    kept = "".join(character for at, character in enumerate(text[:cut]) if at not in lone)
    return _SPACE_BEFORE_MARK.sub(r"\1", kept.strip(" ,;"))
