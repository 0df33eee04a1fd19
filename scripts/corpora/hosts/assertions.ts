/**
 * The assertions of engines' shells: `assert`, `assertEq`, and small things that their tests call. A failed one is printed, and the
 * program goes on: what comes after it is compared, too.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { show, showError } from "../show.ts";
import type { Install } from "./host.ts";

export const installAssertions: Install = ({ realm, folder, runText }) => {
  const note = (text: string) => realm.print(text);
  realm.define("assert", (value: unknown) => note(value ? "assert" : `assert failed: ${show(value)}`));
  realm.define("assertEq", (a: unknown, b: unknown) => note(`assertEq ${show(a)} ${show(b)}`));
  for (const name of ["assertThrowsInstanceOf", "assertThrowsValue", "assertThrows"]) {
    realm.define(name, (f: () => unknown) => note(`${name} ${attempt(f)}`));
  }
  const nothing = () => undefined;
  const shell = [
    "gc",
    "minorgc",
    "fullgc",
    "startgc",
    "gcslice",
    "gczeal",
    "relazifyFunctions",
    "bailAfter",
    "bailout",
  ];
  for (const name of shell) realm.define(name, nothing);
  realm.define("load", (name: string) => {
    const path = join(folder ?? "", name);
    return runText(
      readText(path, (message) => realm.error("Error", message)),
      name,
    );
  });
};

export function attempt(f: () => unknown): string {
  try {
    return `returned ${show(f())}`;
  } catch (error) {
    return showError(error);
  }
}

export function readText(path: string, error: (message: string) => Error): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw error("no such file");
  }
}
