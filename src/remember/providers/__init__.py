"""Whom we ask: models behind small protocols, one file a vendor."""
