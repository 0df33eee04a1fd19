/** The pages of the packages, which registries show: each entry point has its line. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicFolders } from "../scripts/api/entry-points.mjs";

test.for(publicFolders)("the page of @preempt/%s has a line for each of its entry points, and no other", (name) => {
  const folder = join("packages", name);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const page = readFileSync(join(folder, "README.md"), "utf8");
  const entryPoints = Object.keys(exports).filter((path) => !path.endsWith(".json"));
  const lines = [...page.matchAll(/^\| `(@preempt\/[^`]+)` \|/gm)].map(([, path]) => path);
  expect(lines.sort()).toEqual(entryPoints.map((path) => join("@preempt", name, path)).sort());
});
