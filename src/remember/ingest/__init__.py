"""The write path: one file a stage, in the order in which a version goes through them."""
