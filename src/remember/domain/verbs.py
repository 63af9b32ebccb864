"""The forms of English verbs: what "does sign", "did sign" and "am" are in one word."""

import re

from remember.domain.wordlists import listed

_THIRD = {"have": "has", "do": "does", "be": "is"}
# Verbs whose past is no -ed: Quirk et al., A Comprehensive Grammar of the English Language, 3.11 to 3.20.
_PASTS = """
be was|bear bore|beat beat|become became|begin began|bend bent|bet bet|bind bound|bite bit|bleed bled
blow blew|break broke|breed bred|bring brought|broadcast broadcast|build built|burst burst|buy bought
cast cast|catch caught|choose chose|cling clung|come came|cost cost|creep crept|cut cut|deal dealt
dig dug|do did|draw drew|drink drank|drive drove|eat ate|fall fell|feed fed|feel felt|fight fought
find found|flee fled|fly flew|forbid forbade|forecast forecast|foresee foresaw|forget forgot
forgive forgave|freeze froze|get got|give gave|go went|grind ground|grow grew|hang hung|have had
hear heard|hide hid|hit hit|hold held|hurt hurt|keep kept|know knew|lay laid|lead led|leave left
lend lent|let let|lie lay|lose lost|make made|mean meant|meet met|mistake mistook|overcome overcame
oversee oversaw|overtake overtook|pay paid|put put|quit quit|read read|rebuild rebuilt|redo redid
resell resold|rewrite rewrote|ride rode|ring rang|rise rose|run ran|say said|see saw|seek sought
sell sold|send sent|set set|shake shook|shine shone|shoot shot|shrink shrank|shut shut|sing sang
sink sank|sit sat|sleep slept|slide slid|speak spoke|spend spent|spin spun|split split|spread spread
spring sprang|stand stood|steal stole|stick stuck|sting stung|strike struck|swear swore|sweep swept
swim swam|swing swung|take took|teach taught|tear tore|tell told|think thought|throw threw
undergo underwent|understand understood|undertake undertook|undo undid|upset upset|wake woke|wear wore
win won|wind wound|withdraw withdrew|write wrote
"""
_IRREGULAR = dict(pair.split() for pair in re.split(r"[|\n]", _PASTS) if pair)
_LAST_STRESSED = listed("admit commit permit submit omit refer prefer occur control regret equip transfer")
_SHORT = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")


def third_person(verb: str) -> str:
    """The form after "she": like -> likes, go -> goes, try -> tries, have -> has."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def past(verb: str) -> str:
    """The form of yesterday: sign -> signed, try -> tried, stop -> stopped, go -> went."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ied"
    if _SHORT.fullmatch(verb) or verb in _LAST_STRESSED:
        return verb + verb[-1] + "ed"
    return verb + "ed"
