"""Everyday short forms of first names, each with the formal names it may stand for."""

from collections.abc import Mapping
from types import MappingProxyType

_TABLE = """
alexander: alex al sasha sandy xander alec
alexandra: alex sasha sandra lexi
andrew: andy drew
anthony: tony
benjamin: ben benny
catherine: cathy kate katie cat kit
katherine: kathy kate katie kat kit
charles: charlie chuck chas
christopher: chris kit
christina: chris tina chrissy
daniel: dan danny
david: dave davy
deborah: deb debbie
edward: ed eddie ted ned
elizabeth: liz beth lizzie eliza betty libby lisa
frederick: fred freddie
gerald: gerry jerry
gregory: greg
henry: harry hank
isabella: bella izzy
jacob: jake
james: jim jimmy jamie
jennifer: jen jenny
jeffrey: jeff
jessica: jess jessie
john: jack johnny
jonathan: jon jonny
joseph: joe joey
joshua: josh
kenneth: ken kenny
kimberly: kim
lawrence: larry
leonard: leo len lenny
margaret: meg maggie peggy margie
matthew: matt
maximilian: max
melissa: mel missy
michael: mike mick mickey
nathaniel: nate nathan nat
nicholas: nick nicky
oliver: ollie
pamela: pam
patricia: pat trish patty
patrick: pat paddy
peter: pete
philip: phil
raymond: ray
rebecca: becky bec
richard: rick rich dick ricky
robert: rob bob bobby robbie
ronald: ron ronnie
samantha: sam
samuel: sam sammy
stephen: steve
steven: steve
susan: sue susie
theodore: ted teddy theo
thomas: tom tommy
timothy: tim timmy
victoria: vicky tori
vincent: vince vinny
walter: walt wally
william: will bill billy liam willy
zachary: zach zack
"""


def _formal_names() -> Mapping[str, frozenset[str]]:
    names: dict[str, set[str]] = {}
    for line in _TABLE.strip().splitlines():
        formal, _, short = line.partition(":")
        for name in (formal, *short.split()):
            names.setdefault(name, set()).add(formal)
    return MappingProxyType({name: frozenset(formal) for name, formal in names.items()})


FORMAL_NAMES = _formal_names()
