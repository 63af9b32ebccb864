"""The read path: nominate candidates, confirm them in one snapshot, rank, and account for the answer."""
