"""The plan of a batch: figures' names and a user's numbers become shots, and every mistake is found here."""
