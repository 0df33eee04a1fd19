/** Five jobs of real work, each due by its period. */
import MarkdownIt from "markdown-it";
import { encryptCounterMode } from "../../work/aes.ts";
import { clusterPoints } from "../../work/clusters.ts";

const markdown = new MarkdownIt();

/** @preempt */
export function render(source: string): number {
  return markdown.render(source).length;
}

/** @preempt */
export function encrypt(key: Uint8Array, counter: Uint8Array, plain: Uint8Array): number {
  return encryptCounterMode(key, counter, plain).length;
}

/** @preempt */
export function cluster(csv: string): number {
  return clusterPoints(csv).length;
}
