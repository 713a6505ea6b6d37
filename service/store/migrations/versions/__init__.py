"""One module for each form that the store has had, the oldest first."""
