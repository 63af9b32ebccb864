"""The answering contract said a second time, plainly and slowly, and sharing nothing with the engine.

Texts are lists of UTF-16 code units here, JSON is written and read unit by unit, scripts are told by the
names of characters. `outcome` is what the contract says of a request and a reply.
"""

import math
import unicodedata
from typing import Any

SPACES = {
    9,
    10,
    11,
    12,
    13,
    32,
    160,
    0x1680,
    *range(0x2000, 0x200B),
    0x2028,
    0x2029,
    0x202F,
    0x205F,
    0x3000,
    0xFEFF,
}
NOTHING = "None of the supplied evidence was sent: there is none, or it does not fit the allowance."
WRONG = object()
EASTERN = {"Han", "Hiragana", "Katakana", "Hangul"}


def units(text: str) -> list[int]:
    """The code units of a text."""
    found = []
    for character in text:
        point = ord(character)
        if point < 0x10000:
            found.append(point)
        else:
            found += [0xD800 + ((point - 0x10000) >> 10), 0xDC00 + ((point - 0x10000) & 0x3FF)]
    return found


def text_of(found: list[int]) -> str:
    """The text of code units, pairs joined."""
    text, at = "", 0
    while at < len(found):
        if 0xD800 <= found[at] < 0xDC00 and at + 1 < len(found) and 0xDC00 <= found[at + 1] < 0xE000:
            text += chr(0x10000 + ((found[at] - 0xD800) << 10) + (found[at + 1] - 0xDC00))
            at += 2
        else:
            text += chr(found[at])
            at += 1
    return text


def trim(text: str) -> str:
    """Without white space at the ends."""
    found = units(text)
    while found and found[0] in SPACES:
        found = found[1:]
    while found and found[-1] in SPACES:
        found = found[:-1]
    return text_of(found)


# The request


def request_faults(given: Any) -> tuple[set[str], dict[str, Any]]:
    """The paths of all that is wrong with a request, and the request as it is understood."""
    faults: set[str] = set()
    if not isinstance(given, dict):
        return {""}, {}
    found: dict[str, Any] = {"knowledge": "evidence-only"}
    a_text(given, "question", "question", faults, found, longest=16384, needed=True, trims=True)
    a_text(given, "output_language", "output_language", faults, found, longest=128, trims=True)
    a_number(given, "question_time", "question_time", faults, found, -8.64e15, 8.64e15)
    for name, most, default in (
        ("max_context_tokens", 32768, 2048),
        ("max_output_tokens", 8192, 2048),
        ("max_response_chars", 131072, 32768),
        ("timeout_ms", 300000, 60000),
    ):
        found[name] = default
        a_number(given, name, name, faults, found, 1, most, whole=True)
    if "knowledge" in given:
        found["knowledge"] = given["knowledge"]
        if given["knowledge"] not in ("evidence-only", "allow-general-inference"):
            faults.add("knowledge")
    sources = given.get("sources")
    found["sources"] = []
    if not isinstance(sources, list) or len(sources) > 64:
        return faults | {"sources"}, found
    for at, source in enumerate(sources):
        found["sources"].append(a_source(source, f"sources[{at}]", faults))
    if not faults:
        ids = [source["id"] for source in found["sources"]]
        faults |= {f"sources[{at}].id" for at in range(len(ids)) if ids[at] in ids[:at]}
    return faults, found


def a_source(given: Any, path: str, faults: set[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if not isinstance(given, dict):
        faults.add(path)
        return found
    a_text(given, "id", f"{path}.id", faults, found, longest=512, needed=True)
    a_text(given, "text", f"{path}.text", faults, found, longest=262144, needed=True)
    a_number(given, "observed_at", f"{path}.observed_at", faults, found, -8.64e15, 8.64e15)
    if "speaker" in given:
        found["speaker"] = given["speaker"]
        if given["speaker"] is not None and (
            not isinstance(given["speaker"], str) or len(units(given["speaker"])) > 512
        ):
            faults.add(f"{path}.speaker")
    if "status" in given:
        found["status"] = given["status"]
        if given["status"] not in ("current", "superseded", "contradicted"):
            faults.add(f"{path}.status")
    return found


def a_text(
    given: Any,
    name: str,
    path: str,
    faults: set[str],
    found: Any,
    *,
    longest: int,
    needed: bool = False,
    trims: bool = False,
) -> None:
    if name not in given:
        if needed:
            faults.add(path)
        return
    value = given[name]
    if not isinstance(value, str) or trim(value) == "":
        faults.add(path)
        return
    found[name] = trim(value) if trims else text_of(units(value))
    if len(units(found[name])) > longest:
        faults.add(path)


def a_number(
    given: Any,
    name: str,
    path: str,
    faults: set[str],
    found: Any,
    least: float,
    most: float,
    *,
    whole: bool = False,
) -> None:
    if name not in given:
        return
    value = given[name]
    right = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not right or not least <= value <= most or (whole and value != int(value)):
        faults.add(path)
    else:
        found[name] = value


# Writing


def written(value: Any) -> str:
    """A value as ECMAScript writes it as JSON."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return '"' + "".join(written_unit(one) for one in text_of(units(value))) + '"'
    if isinstance(value, int | float):
        return written_number(value)
    if isinstance(value, list):
        return "[" + ",".join(written(one) for one in value) + "]"
    return "{" + ",".join(written(key) + ":" + written(one) for key, one in value.items()) + "}"


def written_unit(character: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    if character in short:
        return short[character]
    if ord(character) < 32 or 0xD800 <= ord(character) <= 0xDFFF:
        return "\\u" + hex(ord(character))[2:].rjust(4, "0")
    return character


def written_number(value: float) -> str:
    if value == int(value):
        return str(int(value))
    digits = repr(value)
    if "e" not in digits:
        return digits
    mantissa, exponent = digits.split("e")
    if int(exponent) < -6:
        return mantissa + "e" + str(int(exponent))
    sign = "-" if mantissa[0] == "-" else ""
    return sign + "0." + "0" * (-int(exponent) - 1) + mantissa.replace("-", "").replace(".", "")


def date(milliseconds: float) -> str:
    """A date by counting days from the first of March of the year 0."""
    whole = int(milliseconds)
    days, rest = whole // 86400000 + 719468, whole % 86400000
    era, day = days // 146097, days % 146097
    year = (day - day // 1460 + day // 36524 - day // 146096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day = day - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    year = year + era * 400 + (1 if month <= 2 else 0)
    told = (
        str(year).rjust(4, "0")
        if 0 <= year <= 9999
        else ("-" if year < 0 else "+") + str(abs(year)).rjust(6, "0")
    )
    clock = f"{rest // 3600000:02}:{rest // 60000 % 60:02}:{rest // 1000 % 60:02}.{rest % 1000:03}"
    return f"{told}-{month:02}-{day:02}T{clock}Z"


# The estimate


def script(character: str) -> str | None:
    """The script of a character by its name; right for the characters that our cases use."""
    name = unicodedata.name(character, "")
    if character in "々〇〡" or name.startswith(("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH")):
        return "Han"
    if name.startswith(
        ("KATAKANA-HIRAGANA", "KATAKANA MIDDLE", "ARABIC COMMA", "ARABIC QUESTION", "ARABIC TATWEEL")
    ):
        return None
    if name.startswith("ARABIC") and unicodedata.category(character) == "Mn":
        return None
    if name.startswith("SQUARE APAATO"):
        return "Katakana"
    name = name.removeprefix("FULLWIDTH ").removeprefix("HALFWIDTH ")
    known = (
        "Latin",
        "Devanagari",
        "Telugu",
        "Tamil",
        "Bengali",
        "Arabic",
        "Hiragana",
        "Katakana",
        "Hangul",
        "Cyrillic",
    )
    return next((one for one in known if name.startswith(one.upper() + " ")), None)


def word_count(text: str) -> int:
    counts: dict[str, int] = {}
    for character in text:
        told = script(character)
        if told and unicodedata.category(character)[0] not in "NPZSM":
            counts[told] = counts.get(told, 0) + 1
    total = sum(counts.values())
    holding = [one for one in counts if counts[one] / total >= 0.15]
    if len(holding) <= 1:
        by_character = bool(counts) and max(counts, key=lambda one: counts[one]) in EASTERN
    else:
        languages = {language(one, text) for one in holding}
        by_character = len(languages) == 1 and languages <= {"zh", "ja", "ko"}
    return characters_and_runs(text) if by_character else runs(text)


def language(told: str, text: str) -> str:
    """The language that a script stands for in a text."""
    if told not in EASTERN or told == "Hangul":
        return "ko" if told == "Hangul" else told
    met = {script(character) for character in text}
    return "ja" if met & {"Hiragana", "Katakana"} else "ko" if "Hangul" in met else "zh"


def runs(text: str) -> int:
    count, inside = 0, False
    for character in text:
        member = unicodedata.category(character)[0] in "LMN" or character in "_+#.-"
        count += member and not inside
        inside = member
    return count


def characters_and_runs(text: str) -> int:
    count, inside = 0, False
    for character in text:
        member = (
            script(character) == "Latin" or unicodedata.category(character)[0] == "N" or character in "_+#.-"
        )
        eastern = script(character) in EASTERN
        if inside and member:
            continue
        count += eastern or member
        inside = member and not eastern
    return count


def estimate(text: str) -> int:
    text = trim(text)
    return max(1, word_count(text), math.ceil(len(text) / 4)) if text else 0


# The reply


class NotJson(Exception):
    """The text is no JSON."""


class Reader:
    """Reads JSON by its grammar, one character at a time."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def whole(self) -> Any:
        value = self.value()
        self.space()
        if self.at != len(self.text):
            raise NotJson
        return value

    def space(self) -> None:
        while self.peek() in (" ", "\t", "\n", "\r"):
            self.at += 1

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, wanted: str) -> None:
        if self.text[self.at : self.at + len(wanted)] != wanted:
            raise NotJson
        self.at += len(wanted)

    def value(self) -> Any:
        self.space()
        first = self.peek()
        if first == "{":
            return self.record()
        if first == "[":
            return self.array()
        if first == '"':
            return self.string()
        for word, meaning in (("true", True), ("false", False), ("null", None)):
            if first == word[0]:
                self.take(word)
                return meaning
        return self.number()

    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.take("{")
        self.space()
        while self.peek() != "}":
            if found:
                self.take(",")
                self.space()
            key = self.string()
            self.space()
            self.take(":")
            found[key] = self.value()
            self.space()
        self.take("}")
        return found

    def array(self) -> list[Any]:
        found: list[Any] = []
        self.take("[")
        self.space()
        while self.peek() != "]":
            if found:
                self.take(",")
            found.append(self.value())
            self.space()
        self.take("]")
        return found

    def string(self) -> str:
        found: list[int] = []
        self.take('"')
        while self.peek() != '"':
            character = self.peek()
            if character == "" or ord(character) < 32:
                raise NotJson
            self.at += 1
            found += self.escaped() if character == "\\" else units(character)
        self.take('"')
        return text_of(found)

    def escaped(self) -> list[int]:
        character = self.peek()
        self.at += 1
        if character == "u":
            digits = self.text[self.at : self.at + 4]
            if len(digits) < 4 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
                raise NotJson
            self.at += 4
            return [int(digits, 16)]
        if character == "" or character not in '"\\/bfnrt':
            raise NotJson
        return [ord({"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(character, character))]

    def number(self) -> Any:
        if self.peek() == "-":
            self.at += 1
        if self.peek() == "0":
            self.at += 1
        else:
            self.digits()
        if self.peek() == ".":
            self.at += 1
            self.digits()
        if self.peek() in ("e", "E"):
            self.at += 1
            if self.peek() in ("+", "-"):
                self.at += 1
            self.digits()
        return WRONG

    def digits(self) -> None:
        start = self.at
        while self.peek() != "" and self.peek() in "0123456789":
            self.at += 1
        if self.at == start:
            raise NotJson


def fits(value: Any, longest: int, *, trims: bool = True) -> bool:
    if not isinstance(value, str) or trim(value) == "":
        return False
    return len(units(trim(value) if trims else value)) <= longest


def has_form(reply: Any) -> bool:
    """Whether a reply has the one form."""
    if not isinstance(reply, dict) or set(reply) != {
        "status",
        "facts",
        "answer",
        "inference",
        "missing_evidence",
    }:
        return False
    facts, missing = reply["facts"], reply["missing_evidence"]
    return (
        reply["status"] in ("answered", "insufficient_evidence")
        and isinstance(facts, list)
        and len(facts) <= 32
        and all(fact_has_form(one) for one in facts)
        and (reply["answer"] is None or fits(reply["answer"], 16384))
        and (reply["inference"] is None or fits(reply["inference"], 8192))
        and isinstance(missing, list)
        and len(missing) <= 16
        and all(fits(one, 1024) for one in missing)
    )


def fact_has_form(fact: Any) -> bool:
    if not isinstance(fact, dict) or set(fact) != {"subject", "relation", "object", "citations"}:
        return False
    cited = fact["citations"]
    if not (fits(fact["subject"], 1024) and fits(fact["relation"], 1024) and fits(fact["object"], 4096)):
        return False
    if not isinstance(cited, list) or not 1 <= len(cited) <= 8:
        return False
    return all(
        isinstance(one, dict)
        and set(one) == {"source_id", "quote"}
        and fits(one["source_id"], 512, trims=False)
        and fits(one["quote"], 4096, trims=False)
        for one in cited
    )


def holds(text: str, quote: str) -> bool:
    there, sought = units(text), units(quote)
    return any(there[at : at + len(sought)] == sought for at in range(len(there) - len(sought) + 1))


def judgement(reply: Any, sent: list[dict[str, Any]], knowledge: str) -> str | None:
    """The code of the first check that fails."""
    answered = reply["status"] == "answered"
    if answered and (reply["answer"] is None or not reply["facts"] or reply["missing_evidence"]):
        return "inconsistent_answer"
    if not answered and (
        reply["answer"] is not None or reply["inference"] is not None or not reply["missing_evidence"]
    ):
        return "inconsistent_abstention"
    if knowledge == "evidence-only" and reply["inference"] is not None:
        return "inference_not_allowed"
    for fact in reply["facts"]:
        for citation in fact["citations"]:
            named = [source for source in sent if source["id"] == citation["source_id"]]
            if not named:
                return "unknown_source"
            if not holds(named[0]["text"], citation["quote"]):
                return "quote_not_in_source"
    return None


def outcome(given: Any, reply_text: Any) -> dict[str, Any]:
    """The paths that are wrong, or the result, with the prompt if a model is asked."""
    faults, request = request_faults(given)
    if faults:
        return {"wrong": sorted(faults)}
    sent: list[dict[str, Any]] = []
    omitted, total = [], 2
    for source in request["sources"]:
        ordered = {
            key: source[key] for key in ("id", "text", "observed_at", "speaker", "status") if key in source
        }
        cost = estimate(written(ordered)) + (1 if sent else 0)
        if total + cost <= request["max_context_tokens"]:
            sent.append(ordered)
            total += cost
        else:
            omitted.append(source["id"])
    result: dict[str, Any] = {
        "status": "insufficient_evidence",
        "answer": None,
        "inference": None,
        "facts": [],
        "missing_evidence": [],
        "validation_errors": [],
        "citations_verified": False,
        "used_source_ids": [source["id"] for source in sent],
        "omitted_source_ids": omitted,
        "context_tokens": total if sent else 0,
        "model_calls": 1 if sent else 0,
    }
    if not sent:
        return {"result": {**result, "missing_evidence": [NOTHING]}}
    time = request.get("question_time")
    user = {
        "question": request["question"],
        "question_time": None if time is None else date(time),
        "output_language": request.get("output_language"),
        "knowledge": request["knowledge"],
        "evidence": sent,
    }
    code, reply = reading(reply_text, request["max_response_chars"])
    code = code or judgement(reply, sent, request["knowledge"])
    if code:
        return {
            "user": written(user),
            "result": {**result, "status": "invalid_response", "validation_errors": [code]},
        }
    return {
        "user": written(user),
        "result": {**result, **told(reply), "citations_verified": bool(reply["facts"])},
    }


def reading(text: Any, longest: int) -> tuple[str | None, Any]:
    if not isinstance(text, str) or len(units(text)) > longest:
        return "response_size_or_type", None
    try:
        reply = Reader(text).whole()
    except NotJson:
        return "invalid_json", None
    return (None, reply) if has_form(reply) else ("invalid_schema", None)


def told(reply: Any) -> dict[str, Any]:
    """A reply without outer white space, its quotes as they are."""
    facts = [
        {
            "subject": trim(fact["subject"]),
            "relation": trim(fact["relation"]),
            "object": trim(fact["object"]),
            "citations": [
                {"source_id": one["source_id"], "quote": one["quote"]} for one in fact["citations"]
            ],
        }
        for fact in reply["facts"]
    ]
    return {
        "status": reply["status"],
        "facts": facts,
        "answer": reply["answer"] and trim(reply["answer"]),
        "inference": reply["inference"] and trim(reply["inference"]),
        "missing_evidence": [trim(one) for one in reply["missing_evidence"]],
    }
