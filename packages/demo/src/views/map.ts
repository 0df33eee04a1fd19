/** Clusters as circles on a map of longitude and latitude. Draws a bounded number: the largest ones. */
import type { Cluster } from "../work/clusters.ts";

const most = 400;

export function drawClusters(canvas: HTMLCanvasElement, clusters: readonly Cluster[]): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { width, height } = canvas;
  const colour = getComputedStyle(canvas).getPropertyValue("--accent").trim();
  context.clearRect(0, 0, width, height);
  const step = Math.max(1, Math.ceil(clusters.length / most));
  context.fillStyle = colour;
  context.globalAlpha = 0.45;
  for (let i = 0; i < clusters.length; i += step) {
    const { x, y, points } = clusters[i] as Cluster;
    context.beginPath();
    context.arc(((x + 180) / 360) * width, ((85 - y) / 170) * height, 1.5 + Math.sqrt(points) / 3, 0, 7);
    context.fill();
  }
  context.globalAlpha = 1;
}
