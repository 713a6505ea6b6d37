"""Where training pictures come from: labelled photos and libraries of single faces."""
