/** Tools that are started by a program or a script of package.json, and not by a configuration. */
import { transformerPackage } from "@preempt/abi";
import { type ByHand, type Prepared, prepareConfig, script } from "../prepared.ts";
import type { Project } from "../project.ts";
import { pluginAt, pluginLines, preemptFrom } from "./plugin-configs.ts";
import type { ToolChain } from "./tool-chain.ts";

export const esbuild: ToolChain = {
  id: "esbuild",
  title: "esbuild",
  package: "esbuild",
  isUsed: (project) => project.uses("esbuild"),
  prepare: (project) => {
    const program = programThat(project, /\bfrom\s*["']esbuild["']|require\(\s*["']esbuild["']\s*\)/);
    const lines = `${pluginLines("esbuild", ["plugins"])} // among the options of esbuild.build`;
    if (program === undefined) {
      const reason = "plugins need a program that calls esbuild.build; the command line of esbuild takes none";
      return byHand({ name: "build.mjs", isMissing: true, reason, lines });
    }
    return prepareConfig(project, program, {
      edit: {
        imports: [preemptFrom("esbuild")],
        additions: [pluginAt(["plugins"])],
        calls: ["build", "esbuild.build", "context", "esbuild.context"],
      },
      lines,
    });
  },
  proof: "node",
};

export const bun: ToolChain = {
  id: "bun",
  title: "Bun",
  isUsed: (project) =>
    project.uses("@types/bun", "bun-types") ||
    project.has("bunfig.toml") ||
    project.scripts.some(([, command]) => /^bun (?!install\b)/.test(command)),
  prepare: (project) => {
    const program = programThat(project, /\bBun\.build\s*\(/);
    const built =
      program === undefined
        ? undefined
        : prepareConfig(project, program, {
            edit: { imports: [preemptFrom("bun")], additions: [pluginAt(["plugins"])], calls: ["Bun.build"] },
            lines: `${pluginLines("bun", ["plugins"])} // among the options of Bun.build`,
          });
    return built ?? preloaded(project);
  },
  proof: "node",
};

const preload = `import preempt from "@preempt/transformer/bun";
import { plugin } from "bun";

plugin(preempt());
`;

/** Without a build Bun loads a file first that registers the plugin. */
function preloaded(project: Project): Prepared {
  const bunfig = project.read("bunfig.toml");
  if (bunfig?.includes("preempt")) return { changes: [], byHand: [] };
  const line = 'preload = ["./preempt.ts"]\n';
  const isTaken = /^\s*preload\s*=/m.test(bunfig ?? "");
  const program = project.has("preempt.ts") ? [] : [{ name: "preempt.ts", before: undefined, after: preload }];
  if (isTaken) {
    const lines = `preload = ["./preempt.ts"] # beside what it preloads already`;
    return { changes: program, byHand: [{ name: "bunfig.toml", reason: "it preloads a file already", lines }] };
  }
  // Settings outside of tables come first. Tests have a list of their own.
  const tests = /^\[test\]/m.test(bunfig ?? "") ? "" : `\n[test]\n${line}`;
  const after = `${line}${bunfig === undefined || bunfig === "" ? "" : `\n${bunfig.trimEnd()}\n`}${tests}`;
  return { changes: [...program, { name: "bunfig.toml", before: bunfig, after }], byHand: [] };
}

export const tsc: ToolChain = {
  id: "tsc",
  title: "TypeScript's compiler",
  package: "typescript",
  isUsed: (project) => project.uses("typescript") && project.scripts.some(([, command]) => compiles.test(command)),
  prepare: (project) => {
    const [name = "", command = ""] = project.scripts.find(([, text]) => compiles.test(text)) ?? [];
    const [source, out] = placesOf(project);
    if (command.includes("preempt build")) return { changes: [], byHand: [] };
    const added = `preempt build ${source} --out ${out}`;
    // tsc still checks types and writes declarations. What it makes of the code is replaced.
    if (isPlainCompile.test(command))
      return { changes: [], byHand: [], manifest: [script(name, `${command} && ${added}`)] };
    return byHand({ name: `package.json, script ${name}`, reason: "it does more than compile", lines: added });
  },
  proof: "node",
};

const compiles = /(?:^|&& *)tsc\b(?!.*(?:--noEmit|--emitDeclarationOnly))/;
const isPlainCompile = /(?:^|&& *)tsc(?: (?:-p|--project) \S+| (?:-b|--build)(?: \S+)?)?$/;

/** Where the sources are, and where the output goes, by the nearest tsconfig.json. */
function placesOf(project: Project): readonly [source: string, out: string] {
  const text = project.read("tsconfig.json") ?? "";
  const folder = (name: string) => new RegExp(`^\\s*"${name}"\\s*:\\s*"(?:\\./)?([^"]+?)/?"`, "m").exec(text)?.[1];
  return [folder("rootDir") ?? (project.has("src") ? "src" : "."), folder("outDir") ?? "dist"];
}

export const node: ToolChain = {
  id: "node",
  title: "Node",
  isUsed: () => true,
  prepare: (project) => {
    const manifest = project.scripts.flatMap(([name, command]) => {
      const started = startsNode.exec(command);
      if (started === null || command.includes(transformerPackage)) return [];
      return [script(name, `node --import ${transformerPackage}/register ${command.slice(started[0].length)}`)];
    });
    return { changes: [], byHand: [], manifest };
  },
  proof: "node",
};

/** `node server.js` and `node --watch server.ts`; not the programs of tools, as in `node scripts/build.mjs`. */
const startsNode = /^node +(?=(?:--[\w-]+(?:=\S+)? +)*(?!\S*(?:scripts?|tools?|build|test)\b)[\w./-]+\.[cm]?[jt]s\b)/;

function byHand(one: ByHand): Prepared {
  return { changes: [], byHand: [one] };
}

/** A program in the folder, or in `scripts`, that contains the pattern. */
function programThat(project: Project, pattern: RegExp): string | undefined {
  const isProgram = (name: string) => /\.[cm]?[jt]s$/.test(name) && !/\.d\.[cm]?ts$/.test(name);
  const candidates = [...project.names, ...["scripts", "build"].flatMap((folder) => project.namesIn(folder))];
  return candidates.filter(isProgram).find((name) => pattern.test(project.read(name) ?? ""));
}
