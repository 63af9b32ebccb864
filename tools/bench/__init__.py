"""`make bench`: speeds and sizes as a report, each beside its goal and the bare limit of the same run."""
