/** npm packages: which files are theirs, and where they are. */
import ts from "typescript";

/** "markdown-it", "@scope/name"; whatever else a string is, it is a glob. */
export const packageName: RegExp = /^(@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;

/** Whether the file is not the project's own. */
export function isOfPackage(fileName: string): boolean {
  return /[/\\]node_modules[/\\]/.test(fileName);
}

/** The package.json of what `root` or a folder above it has under this name. */
export function manifestOf(name: string, root: string): string | undefined {
  return ts.findConfigFile(root, ts.sys.fileExists, `node_modules/${name}/package.json`);
}

/** Whether there is a package of this name: of the project, or one that others need, which pnpm keeps apart for them. */
export function isInstalled(name: string, root: string): boolean {
  return [name, `.pnpm/node_modules/${name}`].some((place) => manifestOf(place, root) !== undefined);
}

/**
 * Where the package really is, if that is no folder of installed packages: those of the same workspace are links, and bundlers and
 * Node load their files from where they lead.
 */
export function linkedFolder(name: string, root: string): string | undefined {
  const manifest = manifestOf(name, root);
  if (manifest === undefined) return undefined;
  const { realpath = (path: string) => path } = ts.sys;
  const folder = realpath(manifest.slice(0, -"/package.json".length)).replaceAll("\\", "/");
  return isOfPackage(`${folder}/`) ? undefined : folder;
}
