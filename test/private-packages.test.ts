/** Packages that are never published are part of the builds of those that use them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { publicFolders } from "../scripts/api/entry-points.mjs";
import { importsOf } from "../scripts/import-directions.mjs";

/** The code and the declarations of a built package. */
function builtFiles(name: string): { file: string; text: string }[] {
  const dist = join("packages", name, "dist");
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:d\.ts|js)$/.test(file))
    .map((file) => ({ file: join(dist, file), text: readFileSync(join(dist, file), "utf8") }));
}

test.for(publicFolders)("what is built of %s imports no package that is not published", (name) => {
  const files = builtFiles(name);
  expect(files.length).toBeGreaterThan(5);
  for (const source of files) {
    // Types are imported as "./x.ts" by declarations, too.
    const imports = importsOf(source).map((specifier) => specifier.replace(/(?<!\.d)\.ts$/, ".js"));
    expect(imports.filter((specifier) => /^@preempt\/(?:abi|checks|latest-job)\b/.test(specifier))).toEqual([]);
    const own = imports.filter((specifier) => specifier.startsWith("."));
    const isMissing = (specifier: string) => !existsSync(resolve(dirname(source.file), specifier));
    expect([source.file, own.filter(isMissing)]).toEqual([source.file, []]);
  }
});

test("in what is built of the runtime the numbers of the abi are literals", () => {
  const code = builtFiles("runtime").filter(({ file }) => file.endsWith(".js") && !file.includes("inlined"));
  expect(code.flatMap(importsOf).filter((specifier) => specifier.includes("inlined/abi"))).toEqual([]);
  const protocol = code.find(({ file }) => file.endsWith(join("protocol", "protocol.js")));
  expect(protocol?.text).toContain("> 2000");
});
