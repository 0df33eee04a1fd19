/**
 * A program in a link: JSON, deflated, as base64url after the `#`, which no server sees. Links come from anywhere, so
 * everything about them is bounded and checked.
 */
import { changed, type Settings, settingsFrom } from "./settings.ts";

export interface Program {
  readonly text: string;
  readonly settings: Settings;
}

const prefix = "#program=";
/** Whether it is for us to read. */
export const carriesProgram = (hash: string): boolean => hash.startsWith(prefix);
/** Longer addresses are cut by some of what links go through. */
const maxLink = 32_000;
/** No honest program of that link length is larger, and a page can hold it. */
const maxBytes = 200_000;

/** What is wrong with a link, for people. */
export class LinkError extends Error {
  override name = "LinkError";
}

/**
 * The part of a link from the `#` on.
 *
 * @throws LinkError if the program is too long
 */
export async function hashOf({ text, settings }: Program): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ text, settings: changed(settings) }));
  const hash = prefix + toBase64Url(await pass(bytes, new CompressionStream("deflate-raw"), maxBytes));
  if (bytes.length > maxBytes || hash.length > maxLink) throw new LinkError("The program is too long for a link.");
  return hash;
}

/**
 * The program in a link; undefined if it carries none.
 *
 * @throws LinkError if what it carries cannot be read
 */
export async function programOf(hash: string): Promise<Program | undefined> {
  if (!carriesProgram(hash)) return undefined;
  if (hash.length > maxLink) throw new LinkError("The link is too long to hold a program of ours.");
  try {
    const packed = fromBase64Url(hash.slice(prefix.length));
    const bytes = await pass(packed, new DecompressionStream("deflate-raw"), maxBytes);
    const { text, settings } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof text === "string") return { text, settings: settingsFrom(settings) };
  } catch (cause) {
    throw new LinkError("The program in the link cannot be read: the link is damaged or cut off.", { cause });
  }
  throw new LinkError("The link holds no program.");
}

/** `bytes` through a stream; stops at `most`, for a few bytes may inflate to gigabytes. */
async function pass(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of pieces(new Blob([bytes]).stream().pipeThrough(through))) {
    size += part.length;
    if (size > most) throw new LinkError("The program is too long for a link.");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Streams are not iterable everywhere. */
async function* pieces(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (c) => c.charCodeAt(0));
}
