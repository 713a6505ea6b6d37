"""From a photo to a hand: loading, finding tiles, laying them out, reading them."""
