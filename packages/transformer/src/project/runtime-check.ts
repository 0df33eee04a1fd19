/** Emitted code imports the runtime. What there is to say if the project has none, or one of another version. */
import { runtimePackage, transformerPackage, version } from "@preempt/abi";
import type { Disk } from "./disk.ts";
import { manifestOf } from "./packages.ts";

export const runtimeMissing: string = `runtime_missing: the transformed code needs ${runtimePackage}, which is not installed. Run \`npm install ${runtimePackage}@${version}\`.`;

/** @param from A file or folder of the project. @returns Undefined if the runtime is of this version, or cannot be seen */
export function otherRuntime(from: string, disk: Disk): string | undefined {
  const manifest = manifestOf(runtimePackage, from, disk);
  const found = manifest === undefined ? undefined : versionIn(disk.readFile(manifest));
  if (found === undefined || found === version) return undefined;
  return `runtime_version: ${runtimePackage} is ${found}, and ${transformerPackage} is ${version}. Only the same versions fit together. Run \`npm install ${runtimePackage}@${version} ${transformerPackage}@${version}\`.`;
}

function versionIn(text: string | undefined): string | undefined {
  try {
    const found = (JSON.parse(text ?? "{}") as { readonly version?: unknown }).version;
    return typeof found === "string" ? found : undefined;
  } catch {
    return undefined;
  }
}
