/** Everything but options and files that decides what is made of a file: our own code, TypeScript's, and the engine. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "./answers.ts";

const ours = fileURLToPath(new URL("..", import.meta.url));

/** The same for the same code. */
export function versionOfTransform(): string {
  const compiler = createRequire(import.meta.url).resolve("typescript");
  const { version } = JSON.parse(readFileSync(join(dirname(compiler), "../package.json"), "utf8")) as {
    readonly version: string;
  };
  // ts-patch changes TypeScript where it is installed, and leaves the number.
  return [versionOfCode(), version, statSync(compiler).size, process.version].join(" ");
}

/** The build writes it into a file; of sources that run without one, all are read. */
function versionOfCode(): string {
  try {
    return readFileSync(join(ours, "version-of-code"), "utf8");
  } catch {
    // A build holds the private packages.
    const folders = [ours, ...["abi", "checks"].map((name) => join(ours, `../../${name}/src`))];
    return sha256(folders.flatMap(hashesIn).join());
  }
}

function hashesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.[jt]s$/.test(name));
  return files.sort().map((name) => sha256(readFileSync(join(folder, name))));
}
