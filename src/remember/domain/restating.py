"""The statement that a question asks for, in the words of question and answer, said by who answers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from remember.domain.asking import Asks, Question
from remember.domain.dates import Reading, find
from remember.domain.parsed import Token
from remember.domain.replies import Reply
from remember.domain.syntax import Span
from remember.domain.utterances import Stretch
from remember.domain.verbs import past, third_person

_SWAPPED = {
    "you": "I",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "i": "you",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
}
_FIRST_BE = {"are": "am", "were": "was", "'re": "am", "’re": "am"}
_SECOND_BE = {"am": "are", "was": "were", "'m": "are", "’m": "are"}
_SPELT = {"'s": "is", "’s": "is", "'re": "are", "’re": "are", "'ll": "will", "’ll": "will"}
# How a place is joined that is named without a preposition: "Where do you live?" - "Leeds."
_PLACED = {"live": "in", "be": "in", "work": "at", "go": "to", "move": "to"}
_OF_THINGS = frozenset({"DET", "NOUN", "PROPN", "PRON", "NUM", "ADJ"})
_OF_WE = {"am": "are", "is": "are", "was": "were", "has": "have"}


@dataclass(slots=True)
class Written:
    """Words of two stretches in a new order, with the places that they stand at."""

    text: str = ""
    places: list[int] = field(default_factory=list)
    runs: list[tuple[int, int]] = field(default_factory=list)

    def add(self, words: str, places: Sequence[int], *, asked: bool, glued: bool = False) -> None:
        """Some words; `places` has one for each character, or one for all of them."""
        if not words:
            return
        if self.text and not glued:
            self.text += " "
            self.places.append(self.places[-1])
        start = len(self.text)
        self.text += words
        self.places += places if len(places) == len(words) else [places[0]] * len(words)
        if asked:
            joined = self.runs and self.runs[-1][1] + (not glued) == start
            first = self.runs.pop()[0] if joined else start
            self.runs.append((first, len(self.text)))


def as_answered(word: str) -> str:
    """A pronoun of who asks, as who answers says it: "you" is "i"."""
    return _SWAPPED.get(word, word).casefold()


@dataclass(frozen=True, slots=True)
class Restating:
    """Writes what a question asks for; `body` holds the question's words.

    `swaps` where another answers than who asks: then "you" is "I".
    """

    body: Stretch
    question: Question
    reply: Reply
    swaps: bool

    def stated(self, *, yes: bool, with_answer: bool, until: int | None = None) -> Written:
        """The clause of the question as a statement or its denial, with the words of the answer behind it."""
        question, writer = self.question, Written()
        tokens = question.tree.tokens
        rest = Span(question.rest.first, question.rest.end if until is None else until)
        left_out = {"ever", "yet", "already"} if yes else set()
        still = [n for n in range(rest.first, rest.end) if not yes and tokens[n].text.casefold() == "still"]
        left_out |= {"still"} if still else set()
        kept = [n for n in range(rest.first, rest.end) if tokens[n].text.casefold() not in left_out]
        ellipsis = self.reply.ellipsis
        if ellipsis is not None and ellipsis.subject.casefold() == "we":
            self._answer(writer, ellipsis.words)
        else:
            self._copy(writer, range(question.subject.first, question.subject.end))
        if tokens[question.helper].lemma == "do" and question.verb is not None and yes:
            before = [n for n in kept if n < question.verb]
            self._copy(writer, before)
            self._say(writer, self._inflected(question.verb), question.verb)
            kept = [n for n in kept if n > question.verb]
        else:
            self._finite(writer)
            if not yes:
                self._answer_words(writer, "not")
        self._copy(writer, kept)
        if still:
            self._say(writer, "any more", still[0])
        elif self.reply.more and not yes and not {"yet"} & {tokens[n].text.casefold() for n in kept}:
            self._answer_words(writer, self.reply.more)
        if with_answer:
            self._answer(writer)
        return writer

    def with_subject(self) -> Written:
        """What the question says, of the subject of the answer."""
        question, reply, writer = self.question, self.reply, Written()
        assert reply.ellipsis is not None
        tokens = question.tree.tokens
        self._answer(writer, reply.ellipsis.words)
        self._of_answer(writer, reply.ellipsis.words)
        told = (
            question.verb if question.asks is Asks.WHETHER and tokens[question.helper].lemma == "do" else None
        )
        rest = range(question.rest.first, question.rest.end)
        self._copy(writer, [n for n in rest if n != told and tokens[n].text.casefold() != "ever"])
        return writer

    def of_answer(self) -> Written:
        """What the question says of its subject, where that is asked for, said of the answer."""
        question, reply, writer = self.question, self.reply, Written()
        self._answer(writer)
        self._copy(writer, range(question.about.first, question.about.end if not reply.has_noun else 0))
        self._of_answer(writer, reply.words)
        self._copy(writer, range(question.rest.first, question.rest.end))
        return writer

    def done(self) -> Written:
        """The answer as what the subject of the question does."""
        question, writer = self.question, Written()
        self._copy(writer, range(question.subject.first, question.subject.end))
        if question.tree.tokens[question.helper].lemma != "do":
            self._finite(writer)
        self._answer(writer)
        rest = range(question.rest.first, question.rest.end)
        self._copy(writer, [n for n in rest if question.verb is None or n > question.verb])
        return writer

    def filled(self) -> Written:
        """The clause of the question with the answer where its question words belong."""
        question, reply, writer = self.question, self.reply, Written()
        tokens = question.tree.tokens
        rest = list(range(question.rest.first, question.rest.end))
        self._copy(writer, range(question.subject.first, question.subject.end))
        if tokens[question.helper].lemma == "do" and question.verb is not None:
            self._copy(writer, [n for n in rest if n < question.verb])
            self._say(writer, self._inflected(question.verb), question.verb)
            rest = [n for n in rest if n > question.verb]
        else:
            self._finite(writer)
        gap = self._gap(rest)
        first = reply.tree.tokens[reply.words.first].text.casefold()
        before = rest[:gap]
        if before and gap == len(rest) and tokens[before[-1]].text.casefold() == first:
            before = before[:-1]  # "Where are you from?" - "From Bergen."
        self._copy(writer, before)
        self._joined(writer)
        self._copy(writer, rest[gap:])
        return writer

    def place_word(self) -> str | None:
        """How a place without a preposition is joined: "lives in" Leeds."""
        question = self.question
        tokens = question.tree.tokens
        if question.rest and tokens[question.rest.end - 1].pos == "ADP":
            return ""
        if question.verb is None:
            return "in" if tokens[question.helper].lemma == "be" else None
        return _PLACED.get(tokens[question.verb].lemma)

    def _of_answer(self, writer: Written, subject: Span) -> None:
        """The finite verb of the question, in the person of the answer."""
        question, tokens = self.question, self.question.tree.tokens
        number = question.helper
        subject_words = list(self.reply.tree.words(subject))
        said = self.reply.tree.text(subject).casefold()
        said = "i" if said == "me" else said
        many = any(map(_is_many, subject_words))
        if question.asks is Asks.WHETHER and tokens[number].lemma == "do" and question.verb is not None:
            lemma, tag, at = tokens[question.verb].lemma, tokens[number].tag, question.verb
        else:
            lemma, tag, at = tokens[number].lemma, tokens[number].tag, number
        text = _SPELT.get(tokens[at].text.casefold(), tokens[at].text)
        plural = many or said in {"i", "we", "you", "they"}
        if tag in {"VBZ", "VBP"}:
            text = "am" if lemma == "be" and said == "i" else lemma if plural else third_person(lemma)
            text = "are" if text == "be" else text
        elif tag == "VBD" and lemma != "be":
            text = past(lemma)
        elif tag == "VBD":
            text = "were" if plural and said != "i" else "was"
        self._say(writer, text, at)

    def _gap(self, rest: Sequence[int]) -> int:
        """How many of the words behind the verb stand before the answer."""
        question, tokens = self.question, self.question.tree.tokens
        if question.asks not in {Asks.WHO, Asks.WHAT, Asks.HOW_MANY}:
            return len(rest)
        for place, number in enumerate(rest):
            following = rest[place + 1 :]
            led = bool(following) and tokens[following[0]].pos in _OF_THINGS
            timed = bool(following) and self._is_time(following)
            if tokens[number].pos == "ADP" and (not led or timed):
                return place + 1
        heads = [n for n in rest if tokens[n].pos == "VERB"]
        place = rest.index(heads[-1]) + 1 if heads else 0
        while place < len(rest) and tokens[rest[place]].dep == "prt":
            place += 1
        follows = place < len(rest) and tokens[rest[place]].pos in {"NOUN", "PROPN", "PRON", "DET"}
        return len(rest) if follows and not self._is_time(rest[place:]) else place

    def _is_time(self, words: Sequence[int]) -> bool:
        tokens, text = self.question.tree.tokens, self.question.tree.parsed.text
        said = text[tokens[words[0]].start : tokens[words[-1]].end]
        return any(not said[: time.char_start].strip() for time in find(said, Reading(None)))

    def _joined(self, writer: Written) -> None:
        """The answer with the word that joins it, and what it counts or measures."""
        question, reply = self.question, self.reply
        tokens = question.tree.tokens
        lead = ""
        if question.asks is Asks.WHERE and reply.kind == "thing":
            lead = self.place_word() or ""
        elif question.asks is Asks.WHEN and reply.kind != "place" and reply.is_day:
            lead = "on"
        elif question.asks is Asks.HOW_LONG and reply.kind == "number" and reply.has_noun:
            lead = "for" if tokens[question.asked.end - 1].text.casefold() == "long" else ""
        if lead:
            self._answer_words(writer, lead)
        self._answer(writer)
        about = range(question.about.first, question.about.end)
        if about and (tokens[about[0]].pos == "ADJ" and len(about) == 1) == reply.has_noun:
            self._copy(writer, about)

    def _inflected(self, verb: int) -> str:
        """The verb that "do" only helps, in the form that "do" has."""
        tokens, question = self.question.tree.tokens, self.question
        helper, lemma = tokens[question.helper].text.casefold(), tokens[verb].text.casefold()
        return past(lemma) if helper == "did" else third_person(lemma) if helper == "does" else lemma

    def _finite(self, writer: Written) -> None:
        """The finite verb of the question, in the person of who answers."""
        question, tokens = self.question, self.question.tree.tokens
        text = tokens[question.helper].text.casefold()
        text = _SPELT.get(text, text) if tokens[question.helper].lemma != "have" else text
        subject = question.tree.text(question.subject).casefold()
        if self.swaps:
            text = {"you": _FIRST_BE, "i": _SECOND_BE}.get(subject, {}).get(text, text)
        if self.reply.ellipsis is not None and self.reply.ellipsis.subject.casefold() == "we":
            text = _OF_WE.get(text, text)
        self._say(writer, text, question.helper)

    def _say(self, writer: Written, text: str, at: int) -> None:
        """A word of the question in another form."""
        writer.add(text, self._places(at, len(text)), asked=True)

    def _places(self, at: int, count: int) -> Sequence[int]:
        """Where a word of the question stands, for a form of it of so many characters."""
        token = self.question.tree.tokens[at]
        places = list(self.body.places[token.start : token.end])
        return [*places, *[places[-1]] * count][:count]

    def _copy(self, writer: Written, numbers: Sequence[int]) -> None:
        """Words of the question, as who answers says them."""
        tree, before = self.question.tree, None
        for number in numbers:
            token = tree.tokens[number]
            text = token.text
            if self.swaps and token.tag in {"PRP", "PRP$"}:
                text = _SWAPPED.get(text.casefold(), text)
                text = "me" if text == "I" and number not in self._subjects() else text
            writer.add(text, self._places(number, len(text)), asked=True, glued=before == token.start)
            before = token.end

    def _subjects(self) -> set[int]:
        tokens = self.question.tree.tokens
        own = range(self.question.subject.first, self.question.subject.end)
        return {*own, *(n for n, token in enumerate(tokens) if token.dep in {"nsubj", "nsubjpass"})}

    def _answer(self, writer: Written, words: Span | None = None) -> None:
        """Words of the answer as they stand."""
        tree, body = self.reply.tree, self.reply.utterance.body
        span = self.reply.words if words is None else words
        if not span:
            return
        start, end = tree.tokens[span.first].start, tree.tokens[span.end - 1].end
        text = tree.parsed.text[start:end]
        first = tree.tokens[span.first]
        named = first.pos in {"NOUN", "PROPN"} or first.text == "I" or first.text[1:].isupper()
        if writer.text and not named:
            text = text[0].lower() + text[1:]
        if not writer.text and text.casefold() == "me":
            text = "I"
        writer.add(text, list(body.places[start : start + len(text)]), asked=False)

    def _answer_words(self, writer: Written, words: str) -> None:
        """Words that the answer stands for ("not" for "no")."""
        writer.add(words, [self.reply.place[0]], asked=False)


def _is_many(token: Token) -> bool:
    several = token.tag == "CD" and token.text.casefold() not in {"one", "1"}
    return token.tag == "CC" or several or (token.tag == "NNS" and token.text.islower())
