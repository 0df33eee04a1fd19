/**
 * Regular expressions that remember where their last match ended: those with `g` or `y`. One that outlives calls is state, its
 * `lastIndex`, which `exec` and `test` read and write.
 */
import ts from "typescript";
import { memo } from "../../memo.ts";
import { isLoop, staticName, unwrap } from "../nodes.ts";
import { isMember, memberName } from "../target.ts";
import type { Place, Places, Root } from "./places.ts";
import type { Variables } from "./variables.ts";

export interface SharedRegexes {
  /** The places of the expression, if it is such a regular expression. */
  of(e: ts.Expression, call: ts.CallExpression): readonly Place[];
}

type Kind = "remembers" | "forgets" | "unknown";

export function sharedRegexes(
  sourceFile: ts.SourceFile,
  { places, variables, isLoading }: { places: Places; variables: Variables; isLoading: (node: ts.Node) => boolean },
): SharedRegexes {
  let byName: Map<string, { kind: Kind; declared: ts.Node }> | undefined;
  const roots = new Map<string, Root>();
  return { of };

  function of(expression: ts.Expression, call: ts.CallExpression): readonly Place[] {
    const e = unwrap(expression);
    const found = places.of(e);
    if (found.length > 0) return found.filter((place) => isStateful(kindOf(place), call));
    const name = isMember(e) ? memberName(e) : undefined;
    if (name === undefined) return [];
    byName ??= namedRegexes();
    const named = byName.get(name);
    if (named === undefined || !isStateful(named.kind, call)) return [];
    const root = memo(roots, name, (): Root => ({ kind: "expression", name, declared: named.declared }));
    return [{ root, path: "", exact: true }];
  }

  function kindOf({ root, path }: Place): Kind {
    const declaration = root.variable?.declaration;
    if (declaration === undefined) return "unknown";
    if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return "unknown";
    const value = unwrap(declaration.initializer);
    if (path === "") return kindOfValue(value, 0);
    if (!ts.isObjectLiteralExpression(value)) return "unknown";
    const property = value.properties.find((p) => p.name !== undefined && staticName(p.name) === path);
    return property !== undefined && ts.isPropertyAssignment(property)
      ? kindOfValue(property.initializer, 0)
      : "unknown";
  }

  function kindOfValue(e: ts.Expression, depth: number): Kind {
    const value = unwrap(e);
    if (ts.isRegularExpressionLiteral(value)) return /\/[a-z]*[gy][a-z]*$/.test(value.text) ? "remembers" : "forgets";
    if ((ts.isNewExpression(value) || ts.isCallExpression(value)) && value.expression.getText() === "RegExp") {
      const flags = value.arguments?.[1];
      if (flags === undefined) return "forgets";
      if (ts.isStringLiteralLike(flags)) return /[gy]/.test(flags.text) ? "remembers" : "forgets";
      return "unknown";
    }
    if (ts.isIdentifier(value) && depth < 4) {
      const declaration = variables.of(value)?.declaration;
      const initializer = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
      return initializer === undefined ? "forgets" : kindOfValue(initializer, depth + 1);
    }
    return ts.isCallExpression(value) ? "unknown" : "forgets";
  }

  /** `const rules = { mark: /…/g }`, also where what is exported is handed to objects that others make. */
  function namedRegexes(): Map<string, { kind: Kind; declared: ts.Node }> {
    const named = new Map<string, { kind: Kind; declared: ts.Node }>();
    ts.forEachChild(sourceFile, function visit(node): void {
      if (ts.isPropertyAssignment(node)) add(node.name, node.initializer, node);
      else if (ts.isShorthandPropertyAssignment(node)) add(node.name, node.name, node);
      ts.forEachChild(node, visit);
    });
    return named;

    function add(name: ts.PropertyName, value: ts.Expression, declared: ts.Node): void {
      const key = staticName(name);
      if (key === undefined) return;
      const kind = kindOfValue(value, 0);
      if (kind === "forgets" || (named.has(key) && kind === "unknown") || !isLoading(declared)) return;
      named.set(key, { kind, declared });
    }
  }
}

/** One of which nothing is known is, where a loop goes on as long as it finds something. */
function isStateful(kind: Kind, call: ts.Node): boolean {
  if (kind !== "unknown") return kind === "remembers";
  for (let n = call; n.parent !== undefined; n = n.parent) {
    const { parent } = n;
    if (isLoop(parent))
      return (
        (parent as { expression?: ts.Node }).expression === n || (parent as { condition?: ts.Node }).condition === n
      );
    if (!ts.isExpression(parent)) return false;
  }
  return false;
}
