/** The bodies on a canvas, as small squares that turn. */
import { element } from "../../../views/element.ts";
import { SharpCanvas } from "../../../views/sharp-canvas.ts";
import type { Places } from "./work.ts";

/** Of the simulation. */
const [width, height] = [800, 600];
const side = 16;

export function openWorld(place: HTMLElement): (places: Places) => void {
  const canvas = element("canvas", { className: "picture", role: "img", ariaLabel: "Bodies that fall into a box" });
  place.append(canvas);
  const sharp = new SharpCanvas(canvas);
  const colour = getComputedStyle(canvas).getPropertyValue("--accent");
  return (places) => {
    const pen = sharp.begin();
    const scale = Math.min(sharp.width / width, sharp.height / height);
    pen.save();
    pen.translate((sharp.width - width * scale) / 2, sharp.height - height * scale);
    pen.scale(scale, scale);
    pen.fillStyle = colour;
    for (let i = 0; i < places.length; i += 3) {
      const [x, y, angle] = [places[i] as number, places[i + 1] as number, places[i + 2] as number];
      const [cos, sin] = [(Math.cos(angle) * side) / 2, (Math.sin(angle) * side) / 2];
      pen.beginPath();
      pen.moveTo(x + cos - sin, y + sin + cos);
      pen.lineTo(x - cos - sin, y - sin + cos);
      pen.lineTo(x - cos + sin, y - sin - cos);
      pen.lineTo(x + cos + sin, y + sin - cos);
      pen.fill();
    }
    pen.restore();
  };
}
