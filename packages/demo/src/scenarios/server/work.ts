/** A third party's script, and what the page itself has to do. */
import MarkdownIt from "markdown-it";
import { encryptCounterMode } from "../../work/aes.ts";
import { clusterPoints } from "../../work/clusters.ts";

const markdown = new MarkdownIt();

/** The third party: clusters your visitors on a map, over and over. @preempt */
export function analyse(csv: string): number {
  return clusterPoints(csv).length;
}

/** The page: renders the draft. @preempt */
export function preview(draft: string): number {
  return markdown.render(draft).length;
}

/** The page: encrypts the draft before it is stored. @preempt */
export function store(key: Uint8Array, counter: Uint8Array, draft: Uint8Array): number {
  return encryptCounterMode(key, counter, draft).length;
}
