"""From labelled photos and drawn faces to a model: sources, generated scenes, training, export and evaluation."""
