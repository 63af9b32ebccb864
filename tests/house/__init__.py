"""The rules of the house as tests: each a function from source to complaints, tried on a bad sample."""
