"""The statements that "and" joins about one subject, each with its own dates.

"Has 12 looms and was built in 1887": the year is of what was built. "Joined Kern and moved to Vigo in 2020"
leaves open whether it is of one or of both, and stays one statement.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from remember.domain.dates import TimeWords
from remember.domain.syntax import Clause, Span, Tree, sharing_subject


def dated_apart(tree: Tree, clause: Clause, times: Sequence[TimeWords]) -> list[Clause]:
    """The statements of a clause about its subject, where it is certain of which each of these dates is.

    The clause alone, where they are not certain or there is one statement.
    """
    parts = sharing_subject(tree, clause)
    if len(parts) == 1 or not times or not all(part.rest for part in parts):
        return [clause]
    dated = [any(_is_in(tree, part.rest, time) for time in times) for part in parts]
    if sum(_is_in(tree, part.rest, time) for part in parts for time in times) < len(times):
        return [clause]  # "in 2020 she joined Kern and moved to Vigo"
    sure = (dated[n] or _looks(one) != _looks(next_) for n, (one, next_) in enumerate(pairwise(parts)))
    return parts if all(sure) else [clause]


def without_outcome(tree: Tree, clause: Clause) -> Clause:
    """A clause up to what follows from it without a verb: "is vegan, by the way, so no cake on Saturday"."""
    rest = clause.rest
    words = [token.text.casefold() for token in tree.words(rest)]
    for number in range(1, len(words) - 1):
        after = Span(rest.first + number + 1, rest.end)
        if words[number - 1 : number + 1] == [",", "so"] and not any(
            token.pos in {"VERB", "AUX"} or token.text.casefold() == "that" for token in tree.words(after)
        ):
            end = number - 1
            if words[max(end - 4, 0) : end] == [",", "by", "the", "way"]:
                end -= 4
            if end < 1:
                return clause
            cut = rest.first + end
            return replace(clause, whole=Span(clause.whole.first, cut), rest=Span(rest.first, cut))
    return clause


def _is_in(tree: Tree, words: Span, time: TimeWords) -> bool:
    start, end = tree.tokens[words.first].start, tree.tokens[words.end - 1].end
    return start <= time.char_start and time.char_end <= end


def _looks(clause: Clause) -> tuple[str, bool, str]:
    """What two statements have in common that one date may be of: tense and helpers."""
    return clause.tense, clause.perfect, clause.modal
