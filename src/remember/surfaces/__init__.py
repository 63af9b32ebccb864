"""How the memory is asked: HTTP, clients, command line. Loops over the registry; they decide nothing."""
