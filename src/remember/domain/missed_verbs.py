"""Verbs that a parser takes for nouns behind names that it does not know: "Tess Wild lives in Bergen"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from remember.domain.parsed import ParsedText, Sentence, Token
from remember.domain.vocabulary import VERBS
from remember.domain.wordlists import listed

_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD", "VB"})
_JOINS = frozenset({",", "and", "&"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj"})
_FOLLOWS = listed("IN TO DT PRP PRP$ CD NNP NNPS NN NNS VBN RB")
# What begins with a capital only because a sentence begins with it.
_NO_NAMES = listed("DT IN PRP PRP$ WRB WP WDT MD CC EX UH RB CD TO")
_ENDS = frozenset({".", "!"})
_OWNERS = listed("my our your his her their")
_STATEMENT = frozenset({"ccomp", "conj", "ROOT"})
_DOING = frozenset({"VERB", "AUX"})


@dataclass(frozen=True, slots=True)
class _Missed:
    """A verb with the names that are its subject: `heads` are the last words of each, `kin` a "my sister"."""

    verb: int
    lemma: str
    first: int
    heads: Sequence[int]
    kin: int | None

    @property
    def subject(self) -> int:
        return self.heads[0] if self.kin is None else self.kin


class Lexicon(Protocol):
    """The common words of a language."""

    def verb_of(self, form: str) -> str | None:
        """The verb of which a word can be a form of the present, else None."""
        ...

    def has(self, word: str) -> bool:
        """Whether a word, in lower case, is a common one."""
        ...


def with_missed_verbs(parsed: ParsedText, lexicon: Lexicon) -> ParsedText:
    """The same reading, with a verb in each sentence that begins "names, verb" and was left without it."""
    tokens, sentences = list(parsed.tokens), []
    for sentence in parsed.sentences:
        missed = _missed(tokens, sentence, lexicon)
        if missed is not None:
            _mend(tokens, sentence, missed)
            is_root = tokens[missed.verb].head == missed.verb
            sentence = replace(sentence, root=missed.verb) if is_root else sentence
        sentences.append(sentence)
    return replace(parsed, tokens=tuple(tokens), sentences=tuple(sentences))


def _missed(tokens: Sequence[Token], sentence: Sentence, lexicon: Lexicon) -> _Missed | None:
    first, kin = sentence.first_token, None
    words = tokens[first : sentence.end_token]
    if len(words) > 3 and words[0].text.casefold() in _OWNERS and words[1].tag == "NN":
        first, kin = first + 2, first + 1
    verb = first
    while verb < sentence.end_token and (_is_name(tokens[verb], lexicon) or tokens[verb].text in _JOINS):
        verb += 1
    names = [n for n in range(first, verb) if tokens[n].text not in _JOINS]
    heads = [n for n in names if n + 1 not in names]
    if not heads or verb + 2 > sentence.end_token - 1 or not _wants_subject(tokens, verb):
        return None
    lemma = lexicon.verb_of(tokens[verb].text)
    many = len(heads) > 1
    if lemma is None or not tokens[verb].text.islower() or many == tokens[verb].text.endswith("s"):
        return None
    found = _Missed(verb=verb, lemma=lemma, first=first, heads=heads, kin=kin)
    named = _names_somebody(tokens, found, lexicon)
    return found if named and _is_statement(tokens, sentence, found) else None


def _is_name(token: Token, lexicon: Lexicon) -> bool:
    capital = token.text[:1].isupper() and token.text[-1:].isalnum()
    return capital and (token.tag not in _NO_NAMES or not lexicon.has(token.text.casefold()))


def _wants_subject(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a word is a noun to the parser, or a verb whose subject it took for a part of a compound."""
    if tokens[verb].tag in {"NN", "NNS"}:
        return True
    near = (token for token in tokens[:verb] if token.head == verb)
    return tokens[verb].tag in {"VBZ", "VBP"} and not any(token.dep in _SUBJECTS for token in near)


def _names_somebody(tokens: Sequence[Token], found: _Missed, lexicon: Lexicon) -> bool:
    """Whether the words before the verb are names, and none a common word that begins a sentence."""
    names = tokens[found.first : found.verb]
    if names[-1].text in _JOINS or names[0].text in _JOINS:
        return False
    if found.kin is not None or sum(token.text[:1].isupper() for token in names) > 1:
        return any(token.tag in {"NNP", "NNPS"} for token in names) or names[0].tag == "NN"
    return names[0].tag in {"NNP", "NNPS"} or not lexicon.has(names[0].text.casefold())


def _is_statement(tokens: Sequence[Token], sentence: Sentence, found: _Missed) -> bool:
    """Whether a verb is wanted there: none has these words for its subject, and the rest fits one."""
    after = tokens[found.verb + 1]
    known = f"{found.lemma} {after.text.casefold()}" in VERBS
    if after.tag not in _FOLLOWS or not (known or tokens[sentence.end_token - 1].text in _ENDS):
        return False
    for number in range(found.verb + 1, sentence.end_token):
        if tokens[number].text in {",", ";"} or tokens[number].tag == "CC":
            break
        if tokens[number].tag in _FINITE:
            return False
    above = _above(tokens, found.verb)
    return not any(tokens[n].dep in _SUBJECTS and tokens[tokens[n].head].pos in _DOING for n in above)


def _above(tokens: Sequence[Token], number: int) -> Sequence[int]:
    """A word and those that it hangs on, up to the root."""
    found = [number]
    while tokens[found[-1]].head != found[-1]:
        found.append(tokens[found[-1]].head)
    return found


def _mend(tokens: list[Token], sentence: Sentence, found: _Missed) -> None:
    """Hang the names on the verb, and the verb where the parser had hung what it took them all for."""
    phrase = range(sentence.first_token, found.verb + 1)
    top = next(n for n in _above(tokens, found.verb) if tokens[n].head not in phrase or tokens[n].head == n)
    outer, dep = tokens[top].head, tokens[top].dep
    if outer > found.verb and tokens[outer].pos in {"NOUN", "PROPN"}:  # what is done to, taken for the whole
        top, outer, dep = outer, tokens[outer].head, tokens[outer].dep
        tokens[top] = replace(tokens[top], dep="dobj", head=found.verb)
    is_root = outer == top
    for number in range(found.verb + 1, sentence.end_token):
        if tokens[number].head in phrase:
            tokens[number] = replace(tokens[number], head=found.verb)
    many = len(found.heads) > 1
    tokens[found.verb] = replace(
        tokens[found.verb],
        lemma=found.lemma,
        pos="VERB",
        tag="VBP" if many else "VBZ",
        dep="ROOT" if is_root else dep if dep in _STATEMENT else "ccomp",
        head=found.verb if is_root else outer,
        tense="Pres",
        number="Plur" if many else "Sing",
    )
    before = found.verb
    if found.kin is not None:
        tokens[found.kin - 1] = replace(tokens[found.kin - 1], dep="poss", head=found.kin)
        tokens[found.kin] = replace(tokens[found.kin], dep="nsubj", head=found.verb)
        before = found.kin
    for head in found.heads:
        dep = "nsubj" if before == found.verb else "appos" if before == found.kin else "conj"
        tokens[head] = replace(tokens[head], pos="PROPN", tag="NNP", dep=dep, head=before)
        before = head
    for number in range(found.first, found.verb):
        if number in found.heads:
            continue
        if tokens[number].text in _JOINS:
            dep = "punct" if tokens[number].text == "," else "cc"
            tokens[number] = replace(tokens[number], dep=dep, head=max(h for h in found.heads if h < number))
        else:
            head = min(h for h in found.heads if h > number)
            tokens[number] = replace(tokens[number], pos="PROPN", tag="NNP", dep="compound", head=head)
