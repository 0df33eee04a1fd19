/** A package's tarball, as it is published. npm leaves versions of this workspace as `workspace:` and `catalog:`; pnpm replaces them. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Packs the package in `folder` into `destination`, which is empty.
 *
 * @returns The tarball's path
 * @throws Error if pnpm packs nothing
 */
export function packPackage(folder: string, destination: string): string {
  execFileSync("npx", ["--yes", "pnpm@12.21.0", "pack", "--pack-destination", destination], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [tarball] = readdirSync(destination);
  if (tarball === undefined) throw new Error(`${folder}: nothing was packed.`);
  return join(destination, tarball);
}
