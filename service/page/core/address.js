// What addresses say.

/** A part of an address as it was meant; as it stands, where it is written wrongly. */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
