"""Which thing a sentence speaks about or names, so that "it" can only mean that one."""

from collections.abc import Collection

from remember.domain.claims import MentionKind
from remember.domain.mentions import names_in, parser_label
from remember.domain.syntax import SUBJECTS, Span, Tree
from remember.domain.wordlists import listed

MEN = listed("brother father dad husband son uncle nephew grandfather grandpa boyfriend man boy mr")
WOMEN = listed(
    """
    sister mother mum mom wife daughter aunt niece grandmother grandma girlfriend woman girl
    """
)
KIN = (
    MEN
    | WOMEN
    | listed("friend colleague partner neighbour neighbor boss teammate roommate cousin child baby")
)
# Verbs whose "it" may be all that was told: "it took two days", "I loved it".
_OF_ALL_THAT = listed(
    """
    take make help feel seem happen mean matter sound look go work cost turn become prove start end finish
    stop love like enjoy hate do have know think see say hear tell believe remember forget try mind appreciate
    """
)


def is_only_thing(tree: Tree, subject: Span, sentence: Span) -> bool:
    """Whether the subject is one thing, and the sentence names no other that "it" could be."""
    head = tree.tokens[subject.end - 1]
    others = (*range(sentence.first, subject.first), *range(subject.end, sentence.end))
    return head.tag == "NN" and not any(
        tree.tokens[n].tag in {"NN", "NNP", "NNPS"}
        or tree.tokens[n].text.casefold() in {"it", "this", "that"}
        for n in others
    )


def named_thing(tree: Tree, sentence: Span, timed: Collection[int]) -> tuple[Span, str] | None:
    """The one thing that a sentence names, and its words with "the"; `timed` are words about time.

    None where it names another thing or place, or says whose the thing is.
    """
    heads = [
        n
        for n in range(sentence.first, sentence.end)
        if tree.tokens[n].tag in {"NN", "NNP", "NNPS"} and n not in timed and tree.tokens[n].dep != "compound"
    ]
    things = [n for n in heads if not _is_person(tree, n)]
    chunk = next((c for c in tree.parsed.noun_chunks if c.root in things), None)
    said = {tree.tokens[n].text.casefold() for n in range(sentence.first, sentence.end)}
    if (
        len(things) != 1
        or chunk is None
        or tree.tokens[things[0]].tag != "NN"
        or said & {"it", "this", "that"}
    ):
        return None
    words = [tree.tokens[n] for n in range(chunk.first_token, chunk.end_token)]
    if words[0].tag != "DT" or words[0].text.casefold() not in {"a", "an", "the"} or len(words) < 2:
        return None
    rest = tree.parsed.text[words[1].start : words[-1].end]
    return Span(chunk.first_token, chunk.end_token), f"the {rest}"


def subject_of_same(tree: Tree, number: int) -> Span | None:
    """The one thing of which the same was just said: "the page was hosted here; it is hosted there"."""
    token = tree.tokens[number]
    verb = tree.tokens[token.head]
    if token.text.casefold() != "it" or token.dep not in SUBJECTS or verb.pos != "VERB":
        return None
    before = [s.first_token for s in tree.parsed.sentences if s.first_token <= number][-2:]
    for earlier in range(number - 1, before[0] - 1, -1):
        if tree.tokens[earlier].lemma != verb.lemma or tree.tokens[earlier].pos != "VERB":
            continue
        subject = tree.child(earlier, *SUBJECTS)
        if subject is None or tree.tokens[subject].tag != "NN" or _is_person(tree, subject):
            return None
        span = tree.span(subject)
        lone = span.end == subject + 1 and tree.tokens[span.first].text.casefold() == "the"
        return span if lone else None
    return None


def _is_person(tree: Tree, number: int) -> bool:
    token = tree.tokens[number]
    if token.lemma.casefold() in KIN:
        return True
    names = names_in(tree, Span(number, number + 1), ())
    return token.tag in {"NNP", "NNPS"} and (
        any(name.kind is MentionKind.PERSON for name in names)
        or parser_label(tree, Span(number, number + 1)) == "PERSON"
    )


def is_of_a_thing(tree: Tree, number: int) -> bool:
    """Whether "it" is a thing that was named, and not all that was told: "it arrived", but "it was fun"."""
    token = tree.tokens[number]
    at = token.head
    if token.dep == "pobj" and tree.tokens[at].pos == "ADP":
        at = tree.tokens[at].head
    verb = tree.tokens[at]
    return token.dep in {"nsubj", "nsubjpass", "dobj", "pobj"} and (
        verb.pos == "VERB" and verb.lemma.casefold() not in _OF_ALL_THAT
    )
