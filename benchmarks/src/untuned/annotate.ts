/**
 * Annotates what a user would annotate who looked at a profile: functions in which much time goes by, if they loop or lead to such
 * a function. All others stay plain.
 */
import ts from "typescript";
import type { ProfiledFunction } from "./profile.ts";

/** Share of the time, in a function and what it calls. */
const much = 0.05;
const annotation = "/** @preempt */ ";

export interface AnnotatedText {
  readonly text: string;
  readonly annotated: number;
}

/**
 * @param texts By the names of their files
 * @returns the annotated texts, by the same names
 */
export function annotateLong(
  texts: ReadonlyMap<string, string>,
  functions: readonly ProfiledFunction[],
): Map<string, AnnotatedText> {
  const files = new Map(
    [...texts].map(([name, text]) => [name, ts.createSourceFile("program.js", text, ts.ScriptTarget.ESNext, true)]),
  );
  const nodes = functions.map((one) => {
    const file = files.get(one.file);
    return file === undefined || one.share < much ? undefined : functionAt(file, one);
  });
  const chosen = longOf(functions, nodes);
  return new Map(
    [...files].map(([name, file]) => {
      const starts = nodes
        .filter((node): node is ts.Node => node !== undefined && chosen.has(node) && node.getSourceFile() === file)
        .map((node) => node.getStart());
      const places = [...new Set(starts)].sort((a, b) => b - a);
      let { text } = file;
      for (const place of places) text = text.slice(0, place) + annotation + text.slice(place);
      return [name, { text, annotated: places.length }];
    }),
  );
}

/** Those that loop or call themselves, and those that lead to one. */
function longOf(functions: readonly ProfiledFunction[], nodes: readonly (ts.Node | undefined)[]): Set<ts.Node> {
  const chosen = new Set<ts.Node>();
  for (let size = -1; size < chosen.size; ) {
    size = chosen.size;
    for (const [i, { calls }] of functions.entries()) {
      const node = nodes[i];
      if (node === undefined) continue;
      const leads = calls.some((callee) => callee === i || chosen.has(nodes[callee] as ts.Node));
      if (leads || hasLoop(node)) chosen.add(node);
    }
  }
  return chosen;
}

/** In its own body, and not in a function inside. */
function hasLoop(node: ts.Node): boolean {
  const visit = (inner: ts.Node): boolean =>
    ts.isIterationStatement(inner, false) ||
    (!ts.isFunctionLike(inner) && ts.forEachChild(inner, (child) => visit(child) || undefined) === true);
  return ts.forEachChild(node, (child) => visit(child) || undefined) === true;
}

/** The engine names the place of the parameters, which lies between the start of the function and its body. */
function functionAt(file: ts.SourceFile, { line, column }: ProfiledFunction): ts.Node | undefined {
  if (line < 0 || line >= file.getLineStarts().length) return undefined;
  const place = (file.getLineStarts()[line] as number) + column;
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > place || node.end < place) return;
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined && isAnnotatable(node)) {
      if (node.getStart() <= place && place <= (node.body as ts.Node).getStart()) found = node;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isAnnotatable(node: ts.SignatureDeclaration): boolean {
  return !ts.isConstructorDeclaration(node);
}
