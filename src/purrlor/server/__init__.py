"""The live table: a real-time server for every game there is."""
