"""`python -m remember`: the command line."""

from remember.surfaces.cli import main

main()
