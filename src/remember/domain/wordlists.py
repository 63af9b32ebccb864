"""Lists of words, written as prose is: one string, words apart."""


def listed(words: str) -> frozenset[str]:
    """The words of a string; an underscore stands for a space inside one ("on_hold")."""
    return frozenset(word.replace("_", " ") for word in words.split())


# The days on which something is so week by week.
WEEKLY_DAYS = listed("mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends")
# A number word is its place: "three" is 3.
NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)

# Of each line, the forms stand for each other in any sentence; an underscore stands for a space.
_ALIKE = """
use utilise utilize
uses utilises utilizes
used utilised utilized
using utilising utilizing
start begin commence
starts begins commences
started began commenced
starting beginning commencing
buy purchase
buys purchases
bought purchased
help assist
helps assists
helped assisted
need require
needs requires
needed required
build construct
builds constructs
built constructed
fix repair
fixes repairs
fixed repaired
choose select
chooses selects
chose selected
get obtain
gets obtains
got obtained
show display
shows displays
showed displayed
big large
quick fast
whole entire
often frequently
usually normally
about approximately roughly
every each
before prior_to
because_of due_to owing_to
to in_order_to
and as_well_as &
is_in is_located_in is_situated_in lies_in
are_in are_located_in are_situated_in lie_in
was_in was_located_in was_situated_in lay_in
works_for is_employed_by
worked_for was_employed_by
responsible_for in_charge_of
every_day daily
every_week weekly
every_month monthly
every_year yearly annually
mail e-mail email
mails e-mails emails
% percent per_cent
euros € eur
dollars $ usd
pounds £ gbp
january jan
february feb
april apr
july jul
august aug
september sep sept
october oct
november nov
december dec
"""
ALIKE = tuple(tuple(line.split()) for line in _ALIKE.strip().splitlines())

# A participle, the verb's plain form and its past.
_IRREGULAR = """
led lead led
kept keep kept
held hold held
run run ran
written write wrote
made make made
built build built
bought buy bought
sold sell sold
taught teach taught
sent send sent
paid pay paid
chosen choose chose
given give gave
taken take took
known know knew
shown show showed
drawn draw drew
driven drive drove
spoken speak spoke
won win won
found find found
brought bring brought
left leave left
lost lose lost
met meet met
read read read
seen see saw
told tell told
"""
IRREGULAR = {
    participle: (plain, past)
    for participle, plain, past in (line.split() for line in _IRREGULAR.strip().splitlines())
}
