"""What is true: pure values and rules. Standard library only; no clock, no I/O."""
