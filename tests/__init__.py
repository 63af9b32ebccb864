"""The tests. A package, so that tests can share what stands beside them."""
