"""Mahjong faces drawn by our own code: endless tile sets to train on, and pictures to show."""

from vision.training.faces.chance import random_design, sample_design
from vision.training.faces.design import CLASSIC, EXPORT, JAPANESE, Design
from vision.training.faces.render import face_image, face_svg

__all__ = ["CLASSIC", "EXPORT", "JAPANESE", "Design", "face_image", "face_svg", "random_design", "sample_design"]
