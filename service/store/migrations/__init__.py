"""How the store's form has changed, from version to version."""
