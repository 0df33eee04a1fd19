/** Octane: classic scripts around a frame, `base.js`, in which each program registers its functions. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Program, Script } from "../program.ts";
import type { Suite } from "./suite.ts";

/** Files of each program. Left out are code-load and zlib, which evaluate texts: a transform never sees that code. */
const programs: Readonly<Record<string, readonly string[]>> = {
  box2d: ["box2d.js"],
  crypto: ["crypto.js"],
  deltablue: ["deltablue.js"],
  "earley-boyer": ["earley-boyer.js"],
  gbemu: ["gbemu-part1.js", "gbemu-part2.js"],
  mandreel: ["mandreel.js"],
  "navier-stokes": ["navier-stokes.js"],
  pdfjs: ["pdfjs.js"],
  raytrace: ["raytrace.js"],
  regexp: ["regexp.js"],
  richards: ["richards.js"],
  splay: ["splay.js"],
  typescript: ["typescript.js", "typescript-input.js", "typescript-compiler.js"],
};

const frame = "base.js";

export const octane: Suite = {
  name: "octane",
  title: "Octane",
  howToGet: "git clone https://github.com/chromium/octane",
  isIn: (checkout) => existsSync(join(checkout, frame)) && existsSync(join(checkout, "run.js")),
  programs(checkout) {
    const read = (name: string): Script => ({ name, text: readFileSync(join(checkout, name), "utf8") });
    const there = Object.entries(programs).filter(([, files]) =>
      files.every((file) => existsSync(join(checkout, file))),
    );
    return there.map(([name, files]): Program => {
      const scripts = [shell, { ...read(frame), isFrame: true }, ...files.map(read), { name: "run.js", text: runner }];
      return { suite: "octane", name, code: { kind: "scripts", scripts } };
    });
  },
};

/** What the shells of engines have. */
const shell: Script = { name: "shell.js", text: "globalThis.print = () => {};", isFrame: true };

/** Programs are set up once: some do not bear it twice. */
const runner = `{
  let isSetUp = false;
  globalThis.program = {
    run(times) {
      for (const { benchmarks } of BenchmarkSuite.suites) {
        for (const benchmark of benchmarks) {
          if (!isSetUp) {
            BenchmarkSuite.ResetRNG();
            benchmark.Setup();
          }
          for (let i = 0; i < times; i++) benchmark.run();
        }
      }
      isSetUp = true;
      // Programs check their results themselves. Those that draw numbers must have drawn as many.
      return String(Math.random());
    },
  };
}
`;
