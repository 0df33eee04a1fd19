/**
 * The three jobs, each a real computation on the user's own input. This file is built twice: for the page with the
 * transformer, and for the checking worker without it.
 */
import { encryptCounterMode, repeatText } from "./aes.ts";
import { type Cluster, clusterPoints } from "./clusters.ts";
import { hashBytes, hashText } from "./hash.ts";
import { renderMarkdown } from "./markdown.ts";

export const aesKey = Uint8Array.from([
  0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 9, 0xcf, 0x4f, 0x3c,
]);
export const aesCounter = Uint8Array.from({ length: 16 }, (_, i) => 0xf0 + i);

export interface Result<T> {
  readonly hash: string;
  readonly output: T;
}

/** @preempt */
export function encryptJob(text: string, size: number): Result<Uint8Array> {
  const output = encryptCounterMode(aesKey, aesCounter, repeatText(text, size));
  return { hash: hashBytes(output), output };
}

/** @preempt */
export function markdownJob(source: string, size: number): Result<string> {
  let text = source;
  while (text.length < size) text += source;
  const output = renderMarkdown(text);
  return { hash: hashText(output), output };
}

/** @preempt */
export function clusterJob(csv: string): Result<Cluster[]> {
  const output = clusterPoints(csv);
  let text = "";
  for (const c of output) text += `${c.x},${c.y},${c.points};`;
  return { hash: hashText(text), output };
}
