"""Readings of parts, put together to one reading of the whole."""

from remember.domain.parsed import NamedEntity, NounChunk, ParsedText, Sentence, Token, joined


def reading(name: str, verb: str) -> ParsedText:
    """`Name verb.` as a parser reads it."""
    stop = len(name) + 1 + len(verb)
    return ParsedText(
        text=f"{name} {verb}.",
        tokens=(
            Token(
                text=name,
                start=0,
                end=len(name),
                lemma=name,
                pos="PROPN",
                tag="NNP",
                dep="nsubj",
                head=1,
                number="Sing",
            ),
            Token(
                text=verb,
                start=len(name) + 1,
                end=stop,
                lemma=verb,
                pos="VERB",
                tag="VBD",
                dep="ROOT",
                head=1,
                tense="Past",
            ),
            Token(text=".", start=stop, end=stop + 1, lemma=".", pos="PUNCT", tag=".", dep="punct", head=1),
        ),
        sentences=(Sentence(start=0, end=stop + 1, first_token=0, end_token=3, root=1),),
        entities=(NamedEntity(label="PERSON", start=0, end=len(name), first_token=0, end_token=1),),
        noun_chunks=(NounChunk(start=0, end=len(name), first_token=0, end_token=1, root=0),),
    )


def test_a_joined_reading_points_into_the_whole_text() -> None:
    text = "  Mio ran.\n\nBo slept."
    whole = joined(text, [(2, reading("Mio", "ran")), (12, reading("Bo", "slept"))])
    assert [text[token.start : token.end] for token in whole.tokens] == [
        "Mio",
        "ran",
        ".",
        "Bo",
        "slept",
        ".",
    ]
    assert [token.head for token in whole.tokens] == [1, 1, 1, 4, 4, 4]
    assert whole.sentences == (
        Sentence(start=2, end=10, first_token=0, end_token=3, root=1),
        Sentence(start=12, end=21, first_token=3, end_token=6, root=4),
    )
    assert whole.entities == (
        NamedEntity(label="PERSON", start=2, end=5, first_token=0, end_token=1),
        NamedEntity(label="PERSON", start=12, end=14, first_token=3, end_token=4),
    )
    assert whole.noun_chunks == (
        NounChunk(start=2, end=5, first_token=0, end_token=1, root=0),
        NounChunk(start=12, end=14, first_token=3, end_token=4, root=3),
    )


def test_one_part_that_is_the_whole_text_stays_as_it_is() -> None:
    part = reading("Mio", "ran")
    assert joined(part.text, [(0, part)]) is part


def test_a_text_without_parts_has_no_words() -> None:
    assert joined(" \n", []) == ParsedText(text=" \n")


def test_a_sentence_gives_its_words() -> None:
    part = reading("Mio", "ran")
    (sentence,) = part.sentences
    assert [word.text for word in part.words_of(sentence)] == ["Mio", "ran", "."]
