"""Lists of words, written as prose is: one string, words apart."""


def listed(words: str) -> frozenset[str]:
    """The words of a string; an underscore stands for a space inside one ("on_hold")."""
    return frozenset(word.replace("_", " ") for word in words.split())


# A number word is its place: "three" is 3.
NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
