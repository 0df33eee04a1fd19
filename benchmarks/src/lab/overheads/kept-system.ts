/** What the kernel costs here, for commands that keep it beside their results: the same command again counts with the same costs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Terminal, Words } from "../command.ts";
import { textOf } from "../words.ts";
import { writeTo } from "../write-file.ts";
import { measureOverheads } from "./measure.ts";

export interface KeptSystem<System> {
  readonly system: System;
  /** As it is kept, with all that was measured. */
  readonly text: string;
}

type Parse<System> = (text: string, source: string) => System;

const nameIn = (out: string) => join(out, "system.json");

/** That of --system, or as it was measured before in this folder, if it was. */
export async function givenSystem<System>(
  out: string,
  parse: Parse<System>,
  words: Words,
  terminal: Terminal,
): Promise<KeptSystem<System> | undefined> {
  const name = textOf(words, "system") ?? (existsSync(nameIn(out)) ? nameIn(out) : undefined);
  if (name === undefined) return undefined;
  const { text, source } = await terminal.read(name);
  return { system: parse(text, source), text };
}

/** @param how For how long, in milliseconds, and the factor on what was seen */
export async function measuredSystem<System>(
  how: { readonly time: number; readonly margin: number },
  parse: Parse<System>,
  terminal: Terminal,
): Promise<KeptSystem<System>> {
  terminal.err("measuring what the kernel costs …\n");
  const measured = await measureOverheads({ ...how, signal: terminal.signal });
  const text = `${JSON.stringify(measured, undefined, 2)}\n`;
  return { system: parse(text, "what was measured"), text };
}

export function keepSystem(out: string, { text }: KeptSystem<unknown>): void {
  writeTo(nameIn(out), text);
}
