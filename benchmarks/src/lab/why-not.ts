/** Why a file cannot be opened, in words: what the system says is for those who know its calls. */
import { dirname } from "node:path";

export function whyNotRead(error: unknown): string {
  return codeOf(error) === "ENOENT" ? "there is no such file" : whyNot(error);
}

export function whyNotWritten(error: unknown, path: string): string {
  return codeOf(error) === "ENOENT" ? `there is no folder ${dirname(path)}` : whyNot(error);
}

function whyNot(error: unknown): string {
  return codeOf(error) === "EISDIR" ? "it is a folder" : (error as Error).message;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
