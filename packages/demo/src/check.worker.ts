/**
 * What the results should be: the same input through the untransformed code (and WebCrypto for AES), off the page's
 * thread so that checking disturbs no measurement. Built without the transformer.
 */

import { repeatText } from "./work/aes.ts";
import { hashBytes } from "./work/hash.ts";
import { aesCounter, aesKey, clusterJob, markdownJob } from "./work/jobs.ts";

export type Question = { readonly id: number; readonly kind: string; readonly input: string; readonly size: number };

async function expectedHash({ kind, input, size }: Question): Promise<string> {
  if (kind === "markdown") return markdownJob(input, size).hash;
  if (kind === "points") return clusterJob(input).hash;
  const key = await crypto.subtle.importKey("raw", aesKey, "AES-CTR", false, ["encrypt"]);
  const algorithm = { name: "AES-CTR", counter: aesCounter, length: 128 };
  const plain = repeatText(input, size) as Uint8Array<ArrayBuffer>;
  return hashBytes(new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plain)));
}

self.addEventListener("message", async (event: MessageEvent<Question>) => {
  self.postMessage({ id: event.data.id, hash: await expectedHash(event.data) });
});
