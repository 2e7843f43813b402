"""Interfaces that researchers use: Gymnasium's vectors, PettingZoo, OpenSpiel."""
