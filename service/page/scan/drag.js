// Dragging a tile to another group: at once with a mouse, after a moment's press with a finger, so that the page still
// scrolls. Everything that dragging does is in the tile's menu as well.

const PRESS_MS = 220;
const SLACK = 8;

/** Let tiles within `place` be dragged; `ondrop(number, zone)` with the group they were let go over. */
export function draggable(place, ondrop) {
  let held = null;

  place.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest("[data-tile]");
    if (!tile || event.button !== 0 || held) return;
    held = { place, tile, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null, timer: 0 };
    if (event.pointerType !== "mouse") held.timer = setTimeout(() => held && lift(held), PRESS_MS);
  });

  place.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK;
    if (!held.ghost && far) {
      if (event.pointerType !== "mouse") return drop(null);
      lift(held);
    }
    if (held.ghost) follow(held, event);
  });

  const drop = (event) => {
    if (!held) return;
    const { ghost, tile, timer, over } = held;
    clearTimeout(timer);
    held = null;
    if (!ghost) return;
    ghost.remove();
    tile.classList.remove("lifted");
    place.classList.remove("lifting");
    over?.classList.remove("over");
    swallowClick(place);
    const own = tile.closest("[data-zone]");
    if (event?.type === "pointerup" && over && over !== own) ondrop(Number(tile.dataset.tile), over.dataset.zone);
  };

  place.addEventListener("pointerup", drop);
  place.addEventListener("pointercancel", drop);
  place.addEventListener("touchmove", (event) => held?.ghost && event.preventDefault(), { passive: false });
  place.addEventListener("contextmenu", (event) => held && event.preventDefault());
}

function lift(held) {
  held.tile.setPointerCapture(held.id);
  held.ghost = held.tile.querySelector(".tile").cloneNode(true);
  held.ghost.classList.add("ghost");
  held.tile.classList.add("lifted");
  held.place.classList.add("lifting");
  document.body.append(held.ghost);
  navigator.vibrate?.(10);
  follow(held, { clientX: held.x, clientY: held.y });
}

function follow(held, { clientX, clientY }) {
  held.ghost.style.translate = `${clientX}px ${clientY}px`;
  const under = document.elementFromPoint(clientX, clientY)?.closest("[data-zone]");
  if (under === held.over) return;
  held.over?.classList.remove("over");
  under?.classList.add("over");
  held.over = under;
}

/** The click that follows a drag is none. */
function swallowClick(place) {
  const swallow = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  place.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => place.removeEventListener("click", swallow, { capture: true }), 50);
}
