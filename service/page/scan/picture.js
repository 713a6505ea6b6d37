// The photo with its boxes, numbered as the tiles beside it are.

import { button, el, svg } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { tileName } from "../core/tiles.js";

const ZOOMS = [1, 1.6, 2.5, 4];
let zoom = 0;

/** The photo as it was read; `onpick(number)` when a box is tapped. Boxes stand alone where no photo can be shown. */
export function picture(reading, photo, onpick) {
  const size = Math.max(reading.width, reading.height);
  const drawn = svg(
    "svg",
    { viewBox: `0 0 ${reading.width} ${reading.height}`, role: "img", "aria-label": t("scan.photo", { count: reading.tiles.length }) },
    photo.shown ? image(reading, photo) : svg("rect.no-photo", { width: reading.width, height: reading.height }),
    reading.tiles.map((tile, number) => box(tile, number, size, onpick)),
  );
  const frame = el("div.photo-frame", { tabindex: 0, role: "region", "aria-label": t("scan.photo.frame") }, drawn);
  const enlarge = (step) => {
    zoom = Math.min(ZOOMS.length - 1, Math.max(0, zoom + step));
    drawn.style.width = `${ZOOMS[zoom] * 100}%`;
    less.disabled = zoom === 0;
    more.disabled = zoom === ZOOMS.length - 1;
  };
  const less = button("−", () => enlarge(-1), { "aria-label": t("scan.zoom.out") }, "button.icon");
  const more = button("+", () => enlarge(1), { "aria-label": t("scan.zoom.in") }, "button.icon");
  enlarge(0);
  return el("figure.photo", {}, frame, el("div.zoom", {}, less, more));
}

const image = (reading, photo) =>
  svg("image", { href: photo.address, width: reading.width, height: reading.height, preserveAspectRatio: "none" });

function box({ box: [left, top, right, bottom], doubtful, tile, role }, number, size, onpick) {
  const [width, height, text] = [right - left, bottom - top, Math.max(size / 60, Math.min((right - left) / 2.2, size / 34))];
  return svg(
    `g.box.role-${role}${doubtful ? ".doubtful" : ""}`,
    { onclick: () => onpick(number), data: { number } },
    svg("title", {}, `${number + 1}: ${tileName(tile)}`),
    svg("rect", { x: left, y: top, width, height, rx: width / 12, "stroke-width": size / 450 }),
    svg("circle", { cx: left + width / 2, cy: top - text * 0.75, r: text * 0.75 }),
    svg("text", { x: left + width / 2, y: top - text * 0.75, "font-size": text }, String(number + 1)),
  );
}

/** One tile cut out of the photo, turned upright; null where no photo can be shown. */
export function crop(reading, photo, number) {
  if (!photo?.shown) return null;
  const { box: [left, top, right, bottom], up } = reading.tiles[number];
  const [width, height] = [right - left, bottom - top];
  const [x, y, side] = [(left + right) / 2, (top + bottom) / 2, Math.max(width, height) * 1.15];
  const turned = svg("g", up === null ? {} : { transform: `rotate(${-up} ${x} ${y})` }, image(reading, photo));
  const viewBox = `${x - side / 2} ${y - side / 2} ${side} ${side}`;
  return svg("svg.crop", { viewBox, role: "img", "aria-label": t("scan.crop", { number: number + 1 }) }, turned);
}
