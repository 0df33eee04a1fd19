/** Changes of files: made from what was read, shown as a diff, and written only if the file is still the same. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { slashed } from "../project/globs.ts";
import { isOfPackage } from "../project/packages.ts";
import { changed, type TextChange } from "../shared/text-changes.ts";
import type { DiffLine, FileEdit } from "./advice.ts";

/** An edit was refused; the message says why. */
export class EditError extends Error {}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function editOf(file: string, text: string, changes: readonly TextChange[]): FileEdit {
  return { file: slashed(file), hash: hashOf(text), changes };
}

/** Edits of one file as one. What several insert at the same place, as an import, is inserted once. */
export function merged(edits: readonly FileEdit[]): FileEdit[] {
  return [...Map.groupBy(edits, ({ file }) => file).values()].map((list) => {
    const [first] = list as [FileEdit];
    const changes = new Map(list.flatMap((edit) => edit.changes).map((change) => [JSON.stringify(change), change]));
    const creates = list.find((edit) => edit.creates !== undefined)?.creates;
    return { ...first, changes: [...changes.values()], ...(creates !== undefined && { creates }) };
  });
}

/**
 * Writes the edit.
 *
 * @param root Files elsewhere, and in packages, are not touched
 * @throws EditError if the file is outside of the project, or was changed since the edit was made
 */
export function apply(edit: FileEdit, root: string): void {
  const text = readFileSync(inProject(edit.file, root), "utf8");
  if (hashOf(text) !== edit.hash) {
    throw new EditError(
      `edit_outdated: ${relative(root, edit.file)} was changed since it was read. Repeat the interaction.`,
    );
  }
  const { creates } = edit;
  if (creates !== undefined && !existsSync(creates.file)) {
    inProject(dirname(creates.file), root);
    writeFileSync(creates.file, creates.text);
  }
  writeFileSync(edit.file, changed(text, edit.changes));
}

function inProject(file: string, root: string): string {
  let real: string;
  try {
    real = realpathSync(file);
  } catch {
    throw new EditError(`edit_file_gone: ${file} is gone. Repeat the interaction.`);
  }
  const folder = realpathSync(root);
  const isInside = real === folder || real.startsWith(`${folder}${sep}`);
  if (isInside && !isOfPackage(`${real}${sep}`)) return real;
  throw new EditError(`edit_outside: ${file} does not belong to the project in ${root}. Change it by hand.`);
}

/** What is left of an edit when another one of the same file was written; undefined if they touch the same text. */
export function after(written: FileEdit, pending: FileEdit, newText: string): FileEdit | undefined {
  if (pending.file !== written.file) return pending;
  const others = pending.changes.filter(
    (change) => !written.changes.some((one) => JSON.stringify(one) === JSON.stringify(change)),
  );
  const overlaps = others.some((a) => written.changes.some((b) => a.start < b.end && b.start < a.end));
  if (pending.hash !== written.hash || overlaps) return undefined;
  const moved = others.map(({ start, end, text }) => {
    const before = written.changes.filter((one) => one.end <= start);
    const shift = before.reduce((sum, one) => sum + one.text.length - (one.end - one.start), 0);
    return { start: start + shift, end: end + shift, text };
  });
  return { ...pending, hash: hashOf(newText), changes: moved };
}

/** The lines that the changes touch, before and after. */
export function diffOf(text: string, changes: readonly TextChange[]): DiffLine[] {
  const lineAt = (position: number) => text.slice(0, position).split("\n").length - 1;
  const old = text.split("\n");
  const sorted = [...changes].sort((a, b) => a.start - b.start);
  const diff: DiffLine[] = [];
  let moved = 0;
  for (let i = 0; i < sorted.length; ) {
    const [first, last] = [lineAt((sorted[i] as TextChange).start), lineAt((sorted[i] as TextChange).end)];
    let to = last;
    let next = i + 1;
    while (next < sorted.length && lineAt((sorted[next] as TextChange).start) <= to) {
      to = Math.max(to, lineAt((sorted[next] as TextChange).end));
      next++;
    }
    const start = old.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
    const lines = old.slice(first, to + 1);
    const part = sorted.slice(i, next).map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    const made = changed(lines.join("\n"), part).split("\n");
    diff.push(...differing(lines, made, first, first + moved));
    moved += made.length - lines.length;
    i = next;
  }
  return diff;
}

/** Without the lines at both ends that stay as they are. */
function differing(before: readonly string[], after: readonly string[], from: number, to: number): DiffLine[] {
  let [head, tail] = [0, 0];
  const most = Math.min(before.length, after.length);
  while (head < most && before[head] === after[head]) head++;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const lines = (sign: "-" | "+", list: readonly string[], offset: number) =>
    list.slice(head, list.length - tail).map((text, i) => ({ sign, line: offset + head + i + 1, text }));
  return [...lines("-", before, from), ...lines("+", after, to)];
}
