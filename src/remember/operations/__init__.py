"""What can be asked: the one definition of every operation, by noun."""
