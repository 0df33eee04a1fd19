/**
 * The few questions that choosing files asks of the file system. They have an interface of their own so that the choice needs no
 * TypeScript: a server whose files are in the cache never loads the compiler.
 */
export interface Disk {
  fileExists(path: string): boolean;
  readFile(path: string): string | undefined;
  /** Where links lead. */
  realpath?(path: string): string;
  /** The files in a folder and below that end so, without those that the globs exclude. */
  readDirectory?(path: string, extensions: readonly string[], exclude: readonly string[]): string[];
}

/** The file called `name` in `folder`, or in the nearest folder above that has one. */
export function findAbove(folder: string, name: string, disk: Disk): string | undefined {
  for (let at = folder.replaceAll("\\", "/").replace(/\/$/, ""); ; ) {
    const path = `${at}/${name}`;
    if (disk.fileExists(path)) return path;
    const cut = at.lastIndexOf("/");
    if (cut < 0) return undefined;
    at = at.slice(0, cut);
  }
}
