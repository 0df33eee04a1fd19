/** A bundle of development says when its plugin is missing, and does not when it is there. Bundles of production say nothing. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build as buildWithEsbuild } from "esbuild";
import { build as buildWithVite } from "vite";
import { afterAll, expect, test } from "vitest";
import webpack from "webpack";
import preemptEsbuild from "../../src/esbuild.ts";
import preemptVite from "../../src/vite.ts";
import preemptWebpack from "../../src/webpack.ts";
import { writeProject } from "../kit/project.ts";

// `heavy` cannot be found by the plugin: its file does not show that it is submitted.
const folder = writeProject({
  "main.js": `
    import { Scheduler } from "@preempt/runtime";
    import { heavy, other } from "./work.js";
    const rt = new Scheduler();
    const { length } = Object.keys({ other });
    const chosen = [heavy, other][length - 1];
    rt.submit(chosen, { args: [10] });
  `,
  "work.js": `
    export function heavy(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
    /** @preempt */
    export function other(n) { let s = 0; for (let i = 0; i < n; i++) s -= i; return s; }
  `,
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 9, retryDelay: 100 }));

type Mode = "development" | "production";
type Bundle = (outfile: string, mode: Mode, hasPlugin: boolean) => Promise<unknown>;

const withVite: Bundle = (outfile, mode, hasPlugin) =>
  buildWithVite({
    root: folder,
    configFile: false,
    logLevel: "silent",
    mode,
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    plugins: hasPlugin ? [preemptVite()] : [],
    build: {
      outDir: folder,
      minify: false,
      emptyOutDir: false,
      lib: { entry: join(folder, "main.js"), formats: ["es"], fileName: () => outfile },
    },
  });

const withEsbuild: Bundle = (outfile, mode, hasPlugin) =>
  buildWithEsbuild({
    absWorkingDir: folder,
    entryPoints: ["main.js"],
    outfile,
    bundle: true,
    format: "esm",
    minifySyntax: mode === "production",
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    logLevel: "silent",
    plugins: hasPlugin ? [preemptEsbuild()] : [],
  });

const withWebpack: Bundle = (outfile, mode, hasPlugin) =>
  new Promise<void>((resolve, reject) => {
    const config: webpack.Configuration = {
      context: folder,
      mode,
      target: "web",
      entry: "./main.js",
      output: { path: folder, filename: outfile },
      plugins: hasPlugin ? [preemptWebpack()] : [],
    };
    webpack(config, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
      else resolve();
    });
  });

function reports(file: string): string[] {
  const { VITEST: _, ...env } = process.env;
  const { stderr, status } = spawnSync(process.execPath, [join(folder, file)], {
    encoding: "utf8",
    env,
    timeout: 60_000,
  });
  expect(status, stderr).toBe(0);
  return stderr.split("\n").filter((line) => line.startsWith("preempt: "));
}

test.each<[string, Bundle, string]>([
  ["Vite", withVite, "With Node, start it with"],
  ["esbuild", withEsbuild, "With Node, start it with"],
  ["webpack", withWebpack, "With webpack, add `plugins: [preempt()]` to webpack.config"],
])("%s", async (name, bundle, line) => {
  await bundle(`${name}-missing.mjs`, "development", false);
  expect(reports(`${name}-missing.mjs`)).toEqual([
    expect.stringContaining(`so Preempt's plugin seems to be missing. ${line}`),
  ]);
  await bundle(`${name}-there.mjs`, "development", true);
  const there = reports(`${name}-there.mjs`);
  expect(there).toEqual([expect.stringContaining('"heavy" was submitted as a job')]);
  expect(there[0]).not.toContain("missing");
  await bundle(`${name}-production.mjs`, "production", false);
  expect(reports(`${name}-production.mjs`)).toEqual([]);
});
