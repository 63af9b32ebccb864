"""Public engines beside ours: each is driven by a module here that runs in the engine's own Python."""
