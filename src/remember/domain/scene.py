"""Who and what a text spoke of lately, and so whom a pronoun can mean."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from remember.domain.names import folded


@dataclass(frozen=True, slots=True)
class Antecedent:
    """Someone or something that a pronoun can mean: its words and their place in the stored text.

    One that is not `sure` to be a person may be meant by "he", and so keeps others from being certain;
    a `person` is one for certain. A thing that is not `sure` was only named, and not spoken about.
    """

    text: str
    place: tuple[int, int]
    gender: str = ""
    sure: bool = True
    person: bool = False


@dataclass(slots=True)
class Scene:
    """Who and what was named lately, for pronouns; a person is forgotten after two sentences."""

    people: list[tuple[int, Antecedent]] = field(default_factory=list)
    things: list[tuple[int, Antecedent]] = field(default_factory=list)
    sentence: int = 0

    def next_sentence(self) -> None:
        """Go on to the next sentence."""
        self.sentence += 1
        self.people = [(at, who) for at, who in self.people if self.sentence - at <= 2]
        self.things = [(at, what) for at, what in self.things if self.sentence - at <= 1]

    def spoke_of(self, who: Antecedent, gender: str) -> None:
        """Somebody is meant by "he" or "she" here, and so is spoken of as much as if named."""
        self.people.append((self.sentence, replace(who, gender=gender)))

    def only_person(
        self, gender: str, before: Sequence[Antecedent], but: Collection[str] = ()
    ) -> Antecedent | None:
        """The one person that he or she can be: of the last sentences, or named before in this one.

        `but` are the folded names of those who cannot be meant.
        """
        people = [*(who for _, who in self.people), *before]
        other = {folded(who.text) for who in people if who.gender not in {"", gender}}
        fitting = {folded(who.text): who for who in people if folded(who.text) not in {*other, *but}}
        only = next(iter(fitting.values())) if len(fitting) == 1 else None
        return only if only and only.sure else None

    def only_thing(self, *, named: bool = False) -> Antecedent | None:
        """The one thing that was spoken about in the sentence before; `named`: or that was named in it."""
        before = {
            folded(what.text): what
            for at, what in self.things
            if at == self.sentence - 1 and (named or what.sure)
        }
        return next(iter(before.values())) if len(before) == 1 else None
