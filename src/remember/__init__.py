"""Remember: a memory engine for AI agents that must act."""
