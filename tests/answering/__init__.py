"""Answers from evidence only: the contract case by case, generated and hostile replies, unruly models."""
