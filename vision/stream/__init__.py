"""Streams: frames in, a settled reading out."""
