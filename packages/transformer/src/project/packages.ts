/** npm packages: which files are theirs, and where they are. */
import { type Disk, findAbove } from "./disk.ts";

/** Whether the file is not the project's own. */
export function isOfPackage(fileName: string): boolean {
  return /[/\\]node_modules[/\\]/.test(fileName);
}

/** The package.json of what `root` or a folder above it has under this name. */
export function manifestOf(name: string, root: string, disk: Disk): string | undefined {
  return findAbove(root, `node_modules/${name}/package.json`, disk);
}

/** Whether there is a package of this name: of the project, or one that others need, which pnpm keeps apart for them. */
export function isInstalled(name: string, root: string, disk: Disk): boolean {
  return [name, `.pnpm/node_modules/${name}`].some((place) => manifestOf(place, root, disk) !== undefined);
}

/**
 * Where the package really is, if that is no folder of installed packages: those of the same workspace are links, and bundlers and
 * Node load their files from where they lead.
 */
export function linkedFolder(name: string, root: string, disk: Disk): string | undefined {
  const manifest = manifestOf(name, root, disk);
  if (manifest === undefined) return undefined;
  const link = manifest.slice(0, -"/package.json".length);
  const folder = (disk.realpath?.(link) ?? link).replaceAll("\\", "/");
  return isOfPackage(`${folder}/`) ? undefined : folder;
}
