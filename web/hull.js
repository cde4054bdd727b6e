// Draws a ship from above as SVG. A hull of length n fills n cells of 10 units; the bow points
// right, or up when the ship is vertical.

import { svg } from "./dom.js";

function outline(length) {
  const end = length * 10;
  if (length === 1) return `M2 5Q2 2.2 5 2.2 8 2.6 8.8 5 8 7.4 5 7.8 2 7.8 2 5Z`;
  return `M1 5Q1 2 4 1.9L${end - 8} 1.7Q${end - 2.5} 2.2 ${end - 0.8} 5` +
    ` ${end - 2.5} 7.8 ${end - 8} 8.3L4 8.1Q1 8 1 5Z`;
}

/** Turrets and a bridge, so that ships of different lengths look different. */
function deck(length) {
  const parts = [];
  const end = length * 10;
  const turret = (x, way) => parts.push(
    svg("circle", { class: "turret", cx: x, cy: 5, r: 1.3 }),
    svg("path", { class: "gun", d: `M${x} 5h${3.2 * way}` }));
  if (length === 1) parts.push(svg("circle", { class: "turret", cx: 5, cy: 5, r: 1.2 }));
  if (length >= 2) parts.push(svg("rect", { class: "bridge", x: length === 2 ? 4 : end / 2 - 3, y: 3.5, width: 6, height: 3, rx: 1 }));
  if (length >= 2) turret(end - 6.5, 1);
  if (length >= 3) turret(5.5, -1);
  if (length >= 4) turret(end - 12.5, 1);
  if (length >= 5) turret(11.5, -1);
  return parts;
}

export function hull(length, vertical) {
  const group = svg("g", {}, svg("path", { class: "hull-side", d: outline(length) }), ...deck(length));
  if (vertical) group.setAttribute("transform", `translate(0 ${length * 10}) rotate(-90)`);
  const size = vertical ? `0 0 10 ${length * 10}` : `0 0 ${length * 10} 10`;
  return svg("svg", { viewBox: size, "aria-hidden": "true", preserveAspectRatio: "none" }, group);
}
