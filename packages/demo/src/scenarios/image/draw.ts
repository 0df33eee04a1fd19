/** Puts triangles on a canvas: calls of the browser in a loop that can be suspended. */
import type { Mesh } from "./triangles.ts";

/** What drawing needs of a canvas. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "closePath"
  | "fill"
  | "stroke"
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "lineJoin"
  | "font"
  | "strokeText"
  | "fillText"
>;

/**
 * Draws over what is there, triangle by triangle, and a caption at the end.
 *
 * @param scale Pixels of the canvas for one of the picture.
 * @returns How many triangles.
 * @preempt
 */
export function draw(pen: Pen, mesh: Mesh, scale: number, caption: string): number {
  const { corners, colours } = mesh;
  pen.lineWidth = 1;
  pen.lineJoin = "round";
  for (let t = 0; t < colours.length; t++) {
    const colour = `#${(colours[t] as number).toString(16).padStart(6, "0")}`;
    const at = 6 * t;
    pen.fillStyle = colour;
    // over the hair's breadth that smooth edges leave between neighbours
    pen.strokeStyle = colour;
    pen.beginPath();
    pen.moveTo((corners[at] as number) * scale, (corners[at + 1] as number) * scale);
    pen.lineTo((corners[at + 2] as number) * scale, (corners[at + 3] as number) * scale);
    pen.lineTo((corners[at + 4] as number) * scale, (corners[at + 5] as number) * scale);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  if (caption !== "") write(pen, mesh.width * scale, mesh.height * scale, caption);
  return colours.length;
}

/** @preempt never: short. */
function write(pen: Pen, width: number, height: number, caption: string): void {
  const size = Math.round(Math.min(height * 0.12, (width * 1.6) / caption.length));
  pen.font = `700 ${size}px system-ui, sans-serif`;
  pen.lineWidth = size / 6;
  pen.strokeStyle = "#1b1e28";
  pen.fillStyle = "#ffffff";
  pen.strokeText(caption, size / 2, height - size / 2, width - size);
  pen.fillText(caption, size / 2, height - size / 2, width - size);
}
