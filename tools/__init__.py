"""What is run beside the program: environments, locks, generated files."""
