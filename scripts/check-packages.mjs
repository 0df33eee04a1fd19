/** Packs each public package and looks at it as npm's users would get it: publint, and types for every entry. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

for (const name of ["runtime", "transformer"]) {
  const cwd = join("packages", name);
  const folder = mkdtempSync(join(tmpdir(), "preempt-pack-"));
  try {
    execFileSync("npx", ["--yes", "pnpm@12.21.0", "pack", "--pack-destination", folder], {
      cwd,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const tarball = join(
      folder,
      readdirSync(folder).find((f) => f.endsWith(".tgz")),
    );
    execFileSync("publint", ["run", tarball, "--strict"], { stdio: "inherit" });
    execFileSync("attw", [tarball, "--profile", "esm-only", "--no-color"], { stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
