"""`make eval DATA=folder`: how right the memory is on real data, each figure beside its floor, with its n."""
