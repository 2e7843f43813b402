"""The REST part: opening, joining and leading a table, and what is left of finished games."""
