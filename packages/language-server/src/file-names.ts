/** The file that a document is for the transform: its extension says which language it is written in. */
import { fileURLToPath } from "node:url";
import { isShown } from "@preempt/transformer/editor";
import type { TextDocument } from "vscode-languageserver-textdocument";

const sourceFile = /\.[cm]?[jt]sx?$/;

/** By the names that editors have for languages. */
const extensions: Readonly<Record<string, string>> = {
  ...{ typescript: ".ts", typescriptreact: ".tsx", "typescript.tsx": ".tsx", tsx: ".tsx" },
  ...{ javascript: ".js", javascriptreact: ".jsx", "javascript.jsx": ".jsx", jsx: ".jsx" },
};

/** A document that the server looks at. */
export interface ShownFile {
  readonly fileName: string;
  /** False for a document that was never saved: no project has it. */
  readonly isOnDisk: boolean;
}

/** Undefined for other languages, declarations and files of packages: the server says nothing of these. */
export function shownFileOf({ uri, languageId }: Pick<TextDocument, "uri" | "languageId">): ShownFile | undefined {
  const isOnDisk = uri.startsWith("file:");
  // Other schemes are views of files, such as an older version beside the newer one.
  const path = isOnDisk ? pathOf(uri) : uri.startsWith("untitled:") ? uri : undefined;
  if (path === undefined || !isShown(path)) return undefined;
  const extension = extensions[languageId];
  if (sourceFile.test(path)) return { fileName: path, isOnDisk };
  // A file such as `script` or `build.es6`, of which the editor knows what it is.
  return extension === undefined ? undefined : { fileName: `${path}${extension}`, isOnDisk };
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri).replaceAll("\\", "/");
  } catch {
    return undefined;
  }
}
