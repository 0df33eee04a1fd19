/**
 * Files named by globs and paths: "src/solver/**", "./src/parse.ts", "/abs/file.js". A name of a folder means the files in
 * it.
 */
import picomatch from "picomatch";

/** Whether an absolute file name matches one of the patterns; relative ones start at `base`. The options' check lets no empty one pass. */
export function matchFiles(patterns: readonly string[], base: string): (fileName: string) => boolean {
  if (patterns.length === 0) return () => false;
  const from = slashed(base).replace(/\/$/, "");
  const matchers = patterns.map((pattern) => {
    const relative = slashed(pattern).replace(/^\.\//, "").replace(/\/$/, "");
    const isAbsolute = /^(\/|[A-Za-z]:\/)/.test(relative);
    const match = picomatch([relative, `${relative}/**`], { dot: true });
    return (file: string) => {
      if (isAbsolute) return match(file);
      return file.startsWith(`${from}/`) && match(file.slice(from.length + 1));
    };
  });
  return (fileName) => {
    const file = slashed(fileName);
    return matchers.some((matches) => matches(file));
  };
}

export function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

export function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "");
}
