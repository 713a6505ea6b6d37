// Everything that was said of a reading, as said of it at once, for a record that can be replayed.

const place = ({ box }) => box.join();

/**
 * The corrections of several steps, `[{of, corrections, gave}]` with the readings before and after each, as corrections of
 * the `first` reading; null where they cannot be told at once, such as a set with a tile that was added.
 */
export function together(first, steps) {
  const numbers = new Map(first.tiles.map((tile, number) => [place(tile), number]));
  const out = [];
  const added = new Map();
  for (const { of, corrections, gave } of steps) {
    const fresh = gave.tiles.filter((tile) => !of.tiles.some((before) => place(before) === place(tile)));
    for (const correction of corrections) {
      if (correction.action === "add") {
        const at = fresh.findIndex(({ tile }) => tile === correction.face);
        if (at < 0) return null;
        const [tile] = fresh.splice(at, 1);
        const { beside: _, ...rest } = correction;
        added.set(place(tile), { ...rest, box: tile.box });
        out.push(place(tile));
        continue;
      }
      const places = (correction.tiles ?? [correction.tile]).map((number) => place(of.tiles[number]));
      if (places.every((one) => numbers.has(one))) {
        const own = places.map((one) => numbers.get(one));
        out.push(correction.tiles ? { ...correction, tiles: own } : { ...correction, tile: own[0] });
      } else if (!changed(added, places, correction)) return null;
    }
  }
  return out.filter((one) => typeof one !== "string" || added.has(one)).map((one) => (typeof one === "string" ? added.get(one) : one));
}

/** Say of a tile that was added what a later correction says of it; whether that can be done. */
function changed(added, [one], { action, face, role }) {
  const before = added.get(one);
  if (!before || (action === "move" && role === "meld")) return false;
  if (action === "delete") return added.delete(one);
  const told = { replace: { face }, move: { role }, win: { role: "winning" } }[action];
  if (!told) return false;
  added.set(one, { ...before, ...told });
  return true;
}
