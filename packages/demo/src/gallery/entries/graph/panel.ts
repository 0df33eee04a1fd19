/** The graph on a canvas. As SVG, the browser would have to lay out hundreds of elements. */

import { element } from "../../../views/element.ts";
import { SharpCanvas } from "../../../views/sharp-canvas.ts";
import { nodeSize } from "./node-size.ts";
import type { Layout } from "./work.ts";

export function openGraph(place: HTMLElement): (layout: Layout) => void {
  const canvas = element("canvas", { className: "picture", role: "img", ariaLabel: "The graph" });
  place.append(canvas);
  const sharp = new SharpCanvas(canvas);
  return (layout) => draw(sharp, layout, getComputedStyle(canvas));
}

function draw(sharp: SharpCanvas, { width, height, nodes, edges }: Layout, style: CSSStyleDeclaration): void {
  const pen = sharp.begin();
  const scale = Math.min(sharp.width / width, sharp.height / height);
  pen.save();
  pen.translate((sharp.width - width * scale) / 2, (sharp.height - height * scale) / 2);
  pen.scale(scale, scale);
  pen.lineWidth = 1 / scale;
  pen.strokeStyle = style.getPropertyValue("--muted");
  pen.beginPath();
  for (const points of edges)
    for (let i = 0; i < points.length; i += 2)
      pen[i === 0 ? "moveTo" : "lineTo"](points[i] as number, points[i + 1] as number);
  pen.stroke();
  pen.fillStyle = style.getPropertyValue("--accent");
  for (let i = 0; i < nodes.length; i += 2) {
    const [x, y] = [nodes[i] as number, nodes[i + 1] as number];
    pen.fillRect(x - nodeSize.width / 2, y - nodeSize.height / 2, nodeSize.width, nodeSize.height);
  }
  pen.restore();
}
