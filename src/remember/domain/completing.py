"""Short answers written out as the statements that their questions ask for, in the words of both.

"Where do you work?" - "At Halden Optics." is "I work at Halden Optics", said by who answers. Nothing is
guessed: the question must be of one clause, and the answer of the kind that it asks for. What is written
is parsed and read like any sentence; every character of it knows its place in the stored text.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from remember.domain.asking import Asks, Question, Unclear, question_of
from remember.domain.claims import AddedContext, DraftClaim, EvidenceSpan, Mention, Origin, Passage
from remember.domain.dates import Reading, find
from remember.domain.parsed import Sentence, Token
from remember.domain.replies import Reply, reply_of
from remember.domain.resolution import Rewriting
from remember.domain.restating import Restating, Written, as_answered
from remember.domain.selection import is_greeting, sentences_of, why_dropped
from remember.domain.syntax import Tree, clauses
from remember.domain.utterances import Stretch, Utterance
from remember.domain.wordlists import listed

_TURNS_MOST = 3
"""How many turns later a question may still be answered in short."""

_SOME = listed("any anyone anything anybody anywhere")
_OPEN_VERBS = listed("do think say mean know feel believe suppose hope guess wonder like happen call")
_ASKED_OF_US = listed("can could would shall should may might")


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """A short answer as a statement. `answer` and `question` are where both stand in the stored text.

    `runs` are the parts of the statement that come from the question, as ranges of its characters.
    """

    stretch: Stretch
    answer: tuple[int, int]
    question: tuple[int, int]
    runs: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Asked:
    utterance: Utterance
    turn: int
    tree: Tree
    sentence: Sentence


Outcome = Sequence[Completed] | Unclear
At = tuple[int, int]
"""The number of an utterance in its passage, and of a sentence in that."""


def completed_answers(
    passage: Passage, found: Sequence[Utterance], trees: Sequence[Tree | None]
) -> dict[At, Outcome]:
    """What the short answers of a conversation say, or why that is not certain.

    `trees` are the grammar of the utterances, None for one that is not prose.
    """
    made: dict[At, Outcome] = {}
    open_question: _Asked | None = None
    turn = 0
    for number, (utterance, tree) in enumerate(zip(found, trees, strict=True)):
        if not utterance.is_turn or tree is None:
            open_question = None
            continue
        turn += not (number and found[number - 1].speaker == utterance.speaker)
        if open_question is not None and turn - open_question.turn > _TURNS_MOST:
            open_question = None
        for at, sentence in enumerate(sentences_of(tree.parsed)):
            if tree.parsed.text[sentence.start : sentence.end].rstrip("\"'”’) ").endswith("?"):
                open_question = _Asked(utterance, turn, tree, sentence)
                continue
            if open_question is None or is_greeting(tree, sentence):
                continue
            reply = reply_of(passage, utterance, tree, sentence)
            if reply is not None and reply.is_noise:
                made[number, at] = Unclear("it answers nothing yet", is_empty=True)
                continue
            own = utterance.speaker == open_question.utterance.speaker
            if reply is None:
                told = why_dropped(tree, sentence, clauses(tree, sentence)) is None
                open_question = None if told and not own else open_question
            elif (outcome := _answered(open_question, reply, own=own)) is not None:
                made[number, at] = outcome
                open_question = None
    return made


def _answered(asked: _Asked, reply: Reply, *, own: bool) -> Outcome | None:
    """What a reply says to a question; None where it says nothing to it at all."""
    question = question_of(asked.tree, asked.sentence)
    if isinstance(question, Unclear):
        return None if own or reply.is_empty else question
    if own and any(token.text.casefold() in {"you", "your"} for token in _words(asked)):
        return None
    if _is_of_another_day(asked, reply.utterance):
        return Unclear("the question counts days from another day")
    return _Completing(asked, question, reply, swaps=not own).outcome()


def _words(asked: _Asked) -> Sequence[Token]:
    return asked.tree.parsed.words_of(asked.sentence)


def _is_of_another_day(asked: _Asked, by: Utterance) -> bool:
    words = asked.tree.parsed.text[asked.sentence.start : asked.sentence.end]
    said = asked.utterance.said_on, by.said_on
    return said[0] != said[1] and any(time.relative for time in find(words, Reading(None)))


@dataclass(slots=True)
class _Completing:
    asked: _Asked
    question: Question
    reply: Reply
    swaps: bool

    @property
    def _words(self) -> Restating:
        return Restating(self.asked.utterance.body, self.question, self.reply, self.swaps)

    def outcome(self) -> Outcome | None:
        """The statements of a reply; None where it does not take up the question."""
        question, reply = self.question, self.reply
        if question.asks is Asks.WHETHER:
            return self._whether()
        if reply.ellipsis is not None:
            return self._by_helper()
        if not reply.words:
            return None
        if reply.yes is not None:
            return Unclear("a yes or no answers no question of this kind")
        fault = self._unfit()
        if fault is not None:
            return fault
        words = self._words
        if not question.subject:
            return self._written(words.of_answer())
        return self._written(words.done() if reply.kind == "doing" else words.filled())

    def _whether(self) -> Outcome | None:
        question, reply = self.question, self.reply
        tokens = question.tree.tokens
        subject = question.tree.text(question.subject).casefold()
        if reply.yes is None and reply.ellipsis is None:
            return None if reply.is_empty else Unclear("the answer is neither a yes nor a no")
        helper = tokens[question.helper].lemma
        if helper in _ASKED_OF_US and (helper != "can" or subject in {"you", "i", "we"}):
            return Unclear("it asks for something to be done")
        if reply.ellipsis is not None and not self._same_subject():
            return self._another()
        yes = reply.yes if reply.ellipsis is None or reply.yes is not None else not reply.ellipsis.negated
        if yes and any(tokens[n].text.casefold() in _SOME for n in range(question.helper, question.rest.end)):
            return Unclear("a yes does not say which")
        if reply.ellipsis is not None and reply.yes is not None and reply.yes is reply.ellipsis.negated:
            return Unclear("the answer says both yes and no")
        adds = reply.kind in {"place", "reason", "often"} or reply.has_time
        made = self._written(self._words.stated(yes=bool(yes), with_answer=bool(yes) and adds))
        return made if yes or not reply.words else [*made, *self._corrected()]

    def _same_subject(self) -> bool:
        """Whether "I did" is of whom "did you" asks."""
        assert self.reply.ellipsis is not None
        said = self.reply.ellipsis.subject.casefold()
        about = self.question.tree.text(self.question.subject).casefold()
        if said == (as_answered(about) if self.swaps else about):
            return True
        if said in {"he", "she", "it", "they", "that", "there"}:
            return about not in {"you", "i", "we"}
        return said == "we" and about in {"you", "we"}

    def _another(self) -> Outcome:
        """ "Is Rhea the lead?" - "No, Lena is.": what is asked is denied, and said of the other."""
        reply = self.reply
        assert reply.ellipsis is not None
        if reply.ellipsis.negated or reply.yes is True or not reply.ellipsis.is_named:
            return Unclear("whom the answer is about is not certain")
        denied = self._written(self._words.stated(yes=False, with_answer=False)) if reply.yes is False else []
        return [*denied, *self._written(self._words.with_subject(), of_words=True)]

    def _corrected(self) -> Sequence[Completed]:
        """ "Was it signed on Monday?" - "No, on Friday.": the last words of the question, put right."""
        question, reply = self.question, self.reply
        tokens, first = question.tree.tokens, reply.tree.tokens[reply.words.first]
        if first.pos != "ADP":
            return []
        led = [n for n in range(question.rest.first, question.rest.end) if tokens[n].pos == "ADP"]
        if not led or tokens[led[-1]].text.casefold() != first.text.casefold():
            return []
        return self._written(self._words.stated(yes=True, with_answer=True, until=led[-1]), of_words=True)

    def _by_helper(self) -> Outcome:
        """ "Who wrote it?" - "I did.": the subject, and what is said of it."""
        assert self.reply.ellipsis is not None
        open_subject = self.question.asks in {Asks.WHO, Asks.WHAT} and not self.question.subject
        if not open_subject or self.reply.ellipsis.negated:
            return Unclear("the answer leaves out what is asked for")
        return self._written(self._words.with_subject(), of_words=True)

    def _unfit(self) -> Unclear | None:
        """Why the words of the answer cannot be what the question leaves open."""
        asks, reply, tokens = self.question.asks, self.reply, self.question.tree.tokens
        kind = reply.kind
        verb = self.question.verb if self.question.verb is not None else self.question.helper
        if reply.is_loud and asks in {Asks.WHAT, Asks.WHO} and not reply.is_named:
            return Unclear("the answer may be no more than an exclamation")
        fits = {
            Asks.WHO: kind == "thing" and not reply.is_unknown,
            Asks.WHAT: kind in {"thing", "number", "quality", "doing"} and not reply.is_unknown,
            Asks.WHERE: kind == "place" or (kind == "thing" and self._words.place_word() is not None),
            Asks.WHEN: reply.has_time or kind == "reason",
            Asks.WHY: kind == "reason",
            Asks.HOW: kind == "quality" and not self.question.rest,
            Asks.HOW_MANY: kind == "number",
            Asks.HOW_LONG: kind == "number" or reply.has_time or kind == "often",
        }[asks]
        if not fits:
            return Unclear(f"the answer is not of the kind that is asked for ({asks.replace('_', ' ')})")
        return self._unfit_thing(tokens[verb].lemma) if asks is Asks.WHAT and kind != "number" else None

    def _unfit_thing(self, verb: str) -> Unclear | None:
        kind, of_subject = self.reply.kind, not self.question.subject
        if kind == "doing":
            return None if verb == "do" else Unclear("the answer tells of a deed, and none is asked for")
        if verb in _OPEN_VERBS and not of_subject:
            return Unclear("what the question asks for is not certain")
        if kind == "quality" and (verb != "be" or of_subject):
            return Unclear("the answer is a quality, and a thing is asked for")
        return None

    def _written(self, writer: Written, *, of_words: bool = False) -> Sequence[Completed]:
        """The statement; quoted for it are the words of the answer, or all of it."""
        first = writer.text[0].upper() + writer.text[1:]
        body = self.asked.utterance.body
        places = [*writer.places, writer.places[-1]]
        return [
            Completed(
                stretch=Stretch(text=f"{first}.", places=places),
                answer=self.reply.words_place if of_words else self.reply.place,
                question=body.at(self.asked.sentence.start, self.asked.sentence.end),
                runs=writer.runs,
            )
        ]


def answering(draft: DraftClaim, writing: Rewriting, completed: Completed, passage: Passage) -> DraftClaim:
    """The claim that was read off a completed answer: it quotes the answer; the question lends its words."""
    base, (start, end) = passage.char_start, completed.answer
    question = EvidenceSpan(char_start=completed.question[0], char_end=completed.question[1])
    lent = [
        AddedContext(
            text=words,
            origin=Origin.QUESTION,
            char_start=question.char_start,
            char_end=question.char_end,
        )
        for first, last in completed.runs
        if (words := writing.text(first, last))
    ]
    return replace(
        draft,
        source_span=passage.text[start - base : end - base],
        char_start=start,
        char_end=end,
        evidence_spans=(
            EvidenceSpan(char_start=start, char_end=end),
            question,
            *draft.evidence_spans[1:],
        ),
        added_context=(*draft.added_context, *lent),
        mentions=tuple(_placed(one, completed.answer, passage) for one in draft.mentions),
    )


def _placed(mention: Mention, answer: tuple[int, int], passage: Passage) -> Mention:
    """A name where the source has it: "you" for "I"; in words of both, where the answer stands."""
    start, end = mention.char_start, mention.char_end
    if start >= end:
        return replace(mention, char_start=answer[0], char_end=answer[1])
    at, text = passage.char_start, passage.text
    while end - at < len(text) and text[end - at - 1].isalnum() and text[end - at].isalnum():
        end += 1
    return replace(mention, char_end=end, surface=text[start - at : end - at])
