"""The production line: shots distributed over processes, from the store to finished files."""
