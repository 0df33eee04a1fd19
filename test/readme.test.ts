/** The examples of the README and of the runtime's page, as a reader would run them: transformed, then run by Node with the built packages. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";

function block(page: string, marker: string): string {
  const text = readFileSync(page, "utf8");
  const found = new RegExp(`<!-- ${marker} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (found === undefined) throw new Error(`${page} has no block marked ${marker}`);
  return found;
}

test.for(["README.md", "packages/runtime/README.md"])("the example of %s prints what the page says", (page) => {
  // inside the workspace, so that the packages are found as in an application
  const folder = mkdtempSync(join("test", "readme-"));
  try {
    const { code, diagnostics } = transform(block(page, "example"), { fileName: "example.ts" });
    expect(diagnostics).toEqual([]);
    const file = join(folder, "example.mjs");
    writeFileSync(file, code);
    expect(execFileSync(process.execPath, [file], { encoding: "utf8", timeout: 30_000 })).toBe(block(page, "output"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every link and image of the README and the architecture page exists", () => {
  for (const page of ["README.md", "ARCHITECTURE.md"]) {
    const text = readFileSync(page, "utf8");
    for (const [, target = ""] of text.matchAll(/\]\(([^)#]+)\)/g)) {
      if (!target.includes(":")) expect(readFileSync(target).length).toBeGreaterThan(0);
    }
  }
});
