/**
 * A script's code is no function, and only functions are suspended. So a program runs in three arrangements: as it stands, then
 * its functions are called plainly; inside one function; and apart, then its functions stay at the top and the rest becomes a function.
 */
import ts from "typescript";

export type Arrangement = "script" | "inside" | "apart";

/** The function that holds the program. */
export const mainName = "$main";

/** Undefined: the program cannot be arranged so. */
export function arrange(source: string, arrangement: Arrangement, isModule: boolean): string | undefined {
  const strict = isModule ? '"use strict";' : "";
  if (arrangement === "inside") return `${isModule ? "async " : ""}function ${mainName}() {${strict}\n${source}\n}`;
  // What a module awaits can only stand in a function.
  if (isModule) return undefined;
  return arrangement === "script" ? source : apart(source);
}

/** A part of the text, and what takes its place. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Functions declared at the top stay there, with the variables that they may share with the rest:
 *
 *     let a = 1; function f() { return a; } f();  →  let a; function f() { return a; } function $main() { void (a = 1); f(); }
 */
function apart(source: string): string | undefined {
  const file = ts.createSourceFile("program.js", source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
  if (parseDiagnostics.length > 0) return undefined;
  const names = { var: new Set<string>(), let: new Set<string>() };
  const edits: Edit[] = [];
  const above: string[] = [];
  let isPossible = true;
  const replace = (node: ts.Node, text: string) => edits.push({ start: node.getStart(), end: node.end, text });

  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement)) {
      above.push(statement.getText());
      replace(statement, "");
    } else if (ts.isClassDeclaration(statement) && statement.name !== undefined) {
      names.let.add(statement.name.text);
      edits.push({ start: statement.getStart(), end: statement.getStart(), text: `${statement.name.text} = ` });
      edits.push({ start: statement.end, end: statement.end, text: ";" });
    } else if (ts.isVariableStatement(statement)) {
      assign(statement.declarationList, replace);
    } else {
      variablesOf(statement);
    }
  }
  return isPossible ? whole() : undefined;

  /** Variables of the function around, wherever they are declared. */
  function variablesOf(node: ts.Node): void {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === 0) assign(node, replace);
    else ts.forEachChild(node, variablesOf);
  }

  function assign(list: ts.VariableDeclarationList, put: typeof replace): void {
    const kind = list.flags & ts.NodeFlags.BlockScoped;
    const isVar = kind === 0;
    if (kind === ts.NodeFlags.Using || kind === ts.NodeFlags.AwaitUsing) isPossible = false;
    for (const { name } of list.declarations) for (const id of namesIn(name)) names[isVar ? "var" : "let"].add(id);
    const [first] = list.declarations;
    if (first !== undefined && (ts.isForInStatement(list.parent) || ts.isForOfStatement(list.parent))) {
      if (first.initializer !== undefined) isPossible = false;
      put(list, first.name.getText());
      return;
    }
    const assignments = list.declarations.flatMap(({ name, initializer }) => {
      if (initializer !== undefined) return [`${name.getText()} = ${initializer.getText()}`];
      return isVar ? [] : [`${name.getText()} = void 0`];
    });
    put(list, assignments.length === 0 ? "void 0" : `void (${assignments.join(", ")})`);
  }

  function whole(): string {
    let body = source;
    // From the end, so that places stay as they are.
    for (const { start, end, text } of edits.sort((a, b) => b.start - a.start || b.end - a.end)) {
      body = body.slice(0, start) + text + body.slice(end);
    }
    const isStrict = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use strict["']/.test(source);
    const declared = (["var", "let"] as const).flatMap((kind) => {
      return names[kind].size > 0 ? [`${kind} ${[...names[kind]].join(", ")};`] : [];
    });
    const top = [...(isStrict ? ['"use strict";'] : []), ...declared, ...above].join("\n");
    return `${top}\nfunction ${mainName}() {\n${body}\n}`;
  }
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}
