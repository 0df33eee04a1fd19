/** Are-we-fast-yet: 14 programs that are written alike in many languages, each of which checks its result. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "../program.ts";
import type { Suite } from "./suite.ts";

/** File → what a run is told. Most programs count runs; for five the number is the size of the problem. */
const programs: Readonly<Record<string, number>> = {
  bounce: 1,
  cd: 10,
  deltablue: 100,
  havlak: 1,
  json: 1,
  list: 1,
  mandelbrot: 500,
  nbody: 250_000,
  permute: 1,
  queens: 1,
  richards: 1,
  sieve: 1,
  storage: 1,
  towers: 1,
};

const folder = "benchmarks/JavaScript";

export const awfy: Suite = {
  name: "awfy",
  title: "are-we-fast-yet",
  howToGet: "git clone https://github.com/smarr/are-we-fast-yet",
  isIn: (checkout) => existsSync(join(checkout, folder, "som.js")) && existsSync(join(checkout, folder, "bounce.js")),
  programs(checkout) {
    const root = join(checkout, folder);
    return Object.entries(programs)
      .filter(([name]) => existsSync(join(root, `${name}.js`)))
      .map(
        ([name, size]): Program => ({ suite: "awfy", name, code: { kind: "module", root, text: entry(name, size) } }),
      );
  },
};

function entry(name: string, size: number): string {
  return `import benchmark from "./${name}.js";
const instance = benchmark.newInstance();
export function run(times) {
  for (let i = 0; i < times; i++) if (!instance.innerBenchmarkLoop(${size})) throw new Error("the result is wrong");
  return "verified";
}
`;
}
